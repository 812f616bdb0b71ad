-- One row for what every administrator is notified of, and what each of them has read and deleted of it (docs/decisions/067).

-- What ids of a time begin with: a UUIDv7 up to its version. Every id of before sorts lower, every later one higher.
create function uuid_v7_time(at timestamptz) returns text language sql stable parallel safe strict
return (
  select substr(hex, 1, 8) || '-' || substr(hex, 9, 4) || '-7'
  from (values (lpad(to_hex(floor(extract(epoch from at) * 1000)::bigint), 12, '0'))) as milliseconds (hex)
);

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
  -- Its report or objection is decided: it is read for everybody.
  is_handled boolean not null default false,
  created_at timestamptz(3) not null
);
create index announcements_unhandled on announcements (id desc) where not is_handled;
create index announcements_of_report on announcements (report_id) where report_id is not null and not is_handled;
create index announcements_of_appeal on announcements (appeal_id) where appeal_id is not null and not is_handled;
create index announcements_by_image_url on announcements (image_key_from_url(sender_avatar_url))
  where sender_avatar_url is not null;

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
insert into notification_marks (admin_id) select id from accounts where role = 'admin' on conflict (admin_id) do nothing;

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

-- Like notification_outbox; a server that does not know announcements would delete them from the realtime database.
create table announcement_outbox (
  id bigint generated always as identity primary key,
  admin_id text collate "C" not null,
  notification_id text collate "C" not null
);
create index announcement_outbox_admin on announcement_outbox (admin_id, id);
