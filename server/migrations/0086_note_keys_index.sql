-- Without a transaction: an index on a table that is in use.

create unique index concurrently if not exists subject_notes_client_key on subject_notes (author_id, client_key)
  where client_key is not null;
