-- Without a transaction: an index on a table that is in use.

-- Who has waited longest. Only a user's first message and the first answer to it change an entry.
create index concurrently if not exists conversations_waiting on conversations (waiting_since, user_id)
  where waiting_since is not null;
