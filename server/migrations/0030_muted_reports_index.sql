-- Without a transaction: built while others write.

-- Reports of muted reporters: a filing that repeats one, and how many there are.
create index concurrently if not exists reports_muted on reports (reporter_id, subject_type, subject_id) where is_muted;
