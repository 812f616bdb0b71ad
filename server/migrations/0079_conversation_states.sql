-- A conversation waits for an answer, is open, or is resolved. It waits while waiting_since is set; otherwise it is resolved while
-- resolved_at is.

alter table conversations add column resolved_at timestamptz(3);
-- Since when the user waited as it was resolved: opening it again restores that.
alter table conversations add column resolved_waiting_since timestamptz(3);
-- Since when it is open, for one that is.
alter table conversations add column opened_at timestamptz(3) not null default now();
-- Who handles it. No foreign key: an administrator who is gone or disabled handles nothing.
alter table conversations add column assignee_id text collate "C";
