-- Half of the time until an appeal is due: who handles it is reminded then. Null for one filed at a server of the release before,
-- and for what was decided before: nobody is reminded.
alter table appeals add column half_due_at timestamptz(3);
update appeals set half_due_at = created_at + (due_at - created_at) / 2 where outcome is null;
