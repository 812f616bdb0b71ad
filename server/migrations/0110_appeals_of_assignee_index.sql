-- Without a transaction: indexes on tables that are in use.

-- What waits on a subject, the first due first: read a page at a time of the subjects that an administrator handles.
create index concurrently if not exists appeals_open_of_subject_due on appeals (subject_type, subject_id, due_at, id)
  where outcome is null;
drop index concurrently if exists appeals_open_of_subject;
