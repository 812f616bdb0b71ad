-- A report is filed once: a client's key names one filing of its reporter, and a reporter's open report of a subject is
-- joined by the next one.
alter table reports add column client_key text collate "C";
create unique index reports_client_key on reports (reporter_id, client_key) where client_key is not null;
create index reports_open_of_reporter on reports (reporter_id, item_type, item_id)
  where status in ('pending', 'reviewing');
