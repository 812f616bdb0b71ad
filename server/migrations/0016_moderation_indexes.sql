-- Without a transaction: indexes on tables that are in use.

-- Suspensions that end.
create index concurrently if not exists accounts_disabled_until on accounts (disabled_until) where disabled_until is not null;
-- What an undo gives back.
create index concurrently if not exists reports_decision on reports (decision_id) where decision_id is not null;
-- Whether a reporter has reported a subject, open or not. The one of open reports alone is part of it.
create index concurrently if not exists reports_of_reporter on reports (reporter_id, subject_type, subject_id);
drop index concurrently if exists reports_open_of_reporter;
