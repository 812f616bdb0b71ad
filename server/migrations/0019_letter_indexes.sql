-- Without a transaction: indexes on tables that are in use.

-- The reports that have their status by a decision: what an undo gives back, and whom a letter reaches.
create index concurrently if not exists reports_decision_reporter on reports (decision_id, reporter_id, id)
  where decision_id is not null;
drop index concurrently if exists reports_decision;
