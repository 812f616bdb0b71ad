-- What a notification is about, so that a list can say it and group by it.
alter table notifications
  add column subject_type text,
  add column subject_id text collate "C",
  add column subject_title text,
  add column owner_name text,
  add column reason text,
  add column severity smallint;
