-- Without a transaction: an index on a table that is in use.

-- The reports of a subject that name a rule: few, however many it has.
create index concurrently if not exists reports_of_policy on reports (subject_type, subject_id) where policy_key is not null;
