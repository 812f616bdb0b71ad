-- Without a transaction: an index on a table that is in use.

-- Events that closed their subject: few, however many it has.
create index concurrently if not exists moderation_events_closings on moderation_events (subject_type, subject_id, version)
  where open_reports_change < 0 and due_at is not null;
