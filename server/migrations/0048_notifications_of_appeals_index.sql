-- Without a transaction: an index on a table that is in use.
create index concurrently if not exists notifications_unread_of_appeal on notifications (appeal_id)
  where appeal_id is not null and not is_read;
