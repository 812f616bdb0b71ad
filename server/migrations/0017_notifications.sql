-- Administrators' notifications, and their way to the realtime database. What concerns one administrator is a notification, what
-- concerns all of them an announcement (docs/decisions/013).

create table notifications (
  id text collate "C" primary key,
  admin_id text collate "C" not null references accounts on delete cascade,
  type text not null,
  report_id text collate "C",
  sender_name text,
  sender_avatar_url text,
  message text,
  is_read boolean not null default false,
  created_at timestamptz(3) not null,
  -- Whose profile it leads to, where it is about no report.
  user_id text collate "C" references accounts on delete set null,
  -- Which appeal it announces: it is dealt with once that is.
  appeal_id text collate "C",
  -- What it is about, so that a list can say it and group by it.
  subject_type text,
  subject_id text collate "C",
  subject_title text,
  owner_name text,
  reason text,
  severity smallint
);
create index notifications_newest on notifications (admin_id, id desc);
create index notifications_unread on notifications (admin_id, id desc) where not is_read;
-- A decision on a report or an appeal marks its notifications as read.
create index notifications_unread_of_report on notifications (report_id) where not is_read;
create index notifications_unread_of_appeal on notifications (appeal_id) where appeal_id is not null and not is_read;
create index notifications_of_user on notifications (user_id) where user_id is not null;

-- The notifications that are still to be published to the realtime database, as they are by then (or as deleted), in the order of
-- `id` for each administrator.
create table notification_outbox (
  id bigint generated always as identity primary key,
  admin_id text collate "C" not null,
  notification_id text collate "C" not null
);
create index notification_outbox_admin on notification_outbox (admin_id, id);

-- What ids of a time begin with: a UUIDv7 up to its version. Every id of before sorts lower, every later one higher.
create function uuid_v7_time(at timestamptz) returns text
  language sql stable strict parallel safe
  return (
    select substr(hex, 1, 8) || '-' || substr(hex, 9, 4) || '-7'
    from (values (lpad(to_hex(floor(extract(epoch from at) * 1000)::bigint), 12, '0'))) as milliseconds (hex)
  );

-- One row for what every administrator is notified of.
create table announcements (
  -- By the clock of the database: marks are compared with it, so no clock of a server must be ahead of another.
  id text collate "C" primary key
    default overlay(gen_random_uuid()::text placing uuid_v7_time(clock_timestamp()) from 1 for 15),
  type text not null,
  report_id text collate "C",
  appeal_id text collate "C",
  user_id text collate "C",
  sender_name text,
  sender_avatar_url text,
  message text,
  subject_type text,
  subject_id text collate "C",
  subject_title text,
  owner_name text,
  reason text,
  severity smallint,
  -- Its report or appeal is decided: it is read for everybody.
  is_handled boolean not null default false,
  created_at timestamptz(3) not null
);
create index announcements_unhandled on announcements (id desc) where not is_handled;
create index announcements_of_report on announcements (report_id) where report_id is not null and not is_handled;
create index announcements_of_appeal on announcements (appeal_id) where appeal_id is not null and not is_handled;

-- Of each administrator: announcements with lower ids than the first are read, than the second deleted. The second is never higher.
create table notification_marks (
  admin_id text collate "C" primary key references accounts on delete cascade,
  read_before text collate "C" not null default '',
  cleared_before text collate "C" not null default ''
);

-- What an administrator has read or deleted singly, above the marks. No foreign key to the announcement: none is ever deleted.
create table notification_exceptions (
  admin_id text collate "C" not null references accounts on delete cascade,
  announcement_id text collate "C" not null,
  is_deleted boolean not null,
  primary key (admin_id, announcement_id)
);

-- Who becomes an administrator, in whatever way, sees what is announced from then on.
create function start_notification_marks() returns trigger language plpgsql as $$
begin
  insert into notification_marks (admin_id, read_before, cleared_before)
    values (new.id, uuid_v7_time(clock_timestamp()), uuid_v7_time(clock_timestamp()))
    on conflict (admin_id) do nothing;
  return null;
end $$;
create trigger accounts_notification_marks_insert after insert on accounts for each row
  when (new.role = 'admin') execute function start_notification_marks();
create trigger accounts_notification_marks_update after update of role on accounts for each row
  when (new.role = 'admin' and old.role <> 'admin') execute function start_notification_marks();

-- Changes for the realtime database that are still to be written into the outbox of each administrator: of one announcement,
-- for all of them, or of all announcements after a position, for one of them.
create table announcement_changes (
  id bigint generated always as identity primary key,
  announcement_id text collate "C",
  admin_id text collate "C",
  -- How far it has come: the last administrator, or the last announcement.
  position text collate "C" not null default '',
  constraint announcement_changes_kind_check check ((announcement_id is null) <> (admin_id is null))
);

-- The announcements that are still to be published, as notification_outbox.
create table announcement_outbox (
  id bigint generated always as identity primary key,
  admin_id text collate "C" not null,
  notification_id text collate "C" not null
);
create index announcement_outbox_admin on announcement_outbox (admin_id, id);
