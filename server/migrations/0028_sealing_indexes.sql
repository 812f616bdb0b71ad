-- Without a transaction: an index on a table that is in use.

-- The decisions on a subject, in their order.
create index concurrently if not exists moderation_events_decided on moderation_events (subject_type, subject_id, version desc)
  where kind = 'decided';
