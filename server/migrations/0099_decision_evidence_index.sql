-- Without a transaction: an index on a table that is in use.

-- Whether a decision rests on evidence that is about to be purged.
create index concurrently if not exists decisions_evidence on decisions (evidence_id) where evidence_id is not null;
