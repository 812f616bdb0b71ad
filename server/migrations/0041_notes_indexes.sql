-- Without a transaction: an index on a table that is in use.
create index concurrently if not exists notifications_of_user on notifications (user_id) where user_id is not null;
