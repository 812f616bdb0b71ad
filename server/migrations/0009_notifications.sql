-- Administrators' notifications, and their way to the realtime database.

create table notifications (
  id text collate "C" primary key,
  admin_id text collate "C" not null references accounts on delete cascade,
  type text not null,
  report_id text collate "C",
  sender_name text,
  sender_avatar_url text,
  message text,
  is_read boolean not null default false,
  created_at timestamptz(3) not null
);

-- The notifications that are still to be published to the realtime database, as they are by then (or as deleted), in the order of
-- `id` for each administrator.
create table notification_outbox (
  id bigint generated always as identity primary key,
  admin_id text collate "C" not null,
  notification_id text collate "C" not null,
  -- Both matter only in an administrator's first row; the others wait for it.
  attempts integer not null default 0,
  next_attempt_at timestamptz(3) not null
);

create index notifications_newest on notifications (admin_id, id desc);
create index notifications_unread on notifications (admin_id, id desc) where not is_read;
-- A decision on a report marks its notifications as read.
create index notifications_unread_of_report on notifications (report_id) where not is_read;
create index notification_outbox_admin on notification_outbox (admin_id, id);
