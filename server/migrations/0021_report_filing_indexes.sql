-- Without a transaction: each index is built while others write.

-- Filing a report: the one of the same key, and the reporter's open one of the same subject.
create unique index concurrently if not exists reports_client_key on reports (reporter_id, client_key)
  where client_key is not null;
create index concurrently if not exists reports_open_of_reporter on reports (reporter_id, item_type, item_id)
  where status in ('pending', 'reviewing');

-- Evidence that was taken of the same source.
create index concurrently if not exists report_snapshots_source on report_snapshots (source_hash)
  where source_hash is not null;
