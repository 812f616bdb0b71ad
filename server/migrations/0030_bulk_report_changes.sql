-- Contract: unused since 0.1.0. No release has had the table report_closings, which knew decisions only: report_bulk_changes
-- takes its place. Any change of many reports of a subject is made at once, and its rows follow in steps (docs/decisions/043).

-- Such changes whose reports are not all changed yet. Deleted with the last one.
create table report_bulk_changes (
  id text collate "C" primary key,
  subject_type text not null,
  subject_id text collate "C" not null,
  -- The version that the subject had: no report that was filed or changed at a later one is part of it.
  subject_version integer not null,
  -- Either all open reports get this status, …
  status text
    constraint report_bulk_changes_status_check check (status in ('pending', 'reviewing', 'resolved', 'rejected')),
  -- … or those that have their status by this decision get the one before.
  undone_id text collate "C",
  -- By which decision they have it then; null for what cannot be undone in its turn.
  decision_id text collate "C",
  -- Whose notifications are read by it; null for those of all administrators.
  reader_id text collate "C",
  created_at timestamptz(3) not null,
  constraint report_bulk_changes_kind_check check ((status is null) <> (undone_id is null)),
  unique (subject_type, subject_id, subject_version)
);

insert into report_bulk_changes (id, subject_type, subject_id, subject_version, status, decision_id, created_at)
  select decision_id, subject_type, subject_id, upper(versions) - 1, status, decision_id, created_at from report_closings
  where not isempty(versions);
drop table report_closings;

-- A report as it is after changes of its subject, in their order. The only code that knows what they do to a report.
create function report_after_changes(report reports, changes report_bulk_changes[]) returns reports language plpgsql immutable as $$
declare
  change report_bulk_changes;
  status_to_be text;
begin
  foreach change in array coalesce(changes, '{}') loop
    continue when report.subject_version > change.subject_version;
    if change.undone_id is null then
      continue when report.status not in ('pending', 'reviewing') or report.status = change.status;
      status_to_be := change.status;
    else
      continue when report.decision_id is distinct from change.undone_id;
      status_to_be := report.status_before_decision;
    end if;
    report.status_before_decision := case when change.decision_id is not null then report.status end;
    report.status := status_to_be;
    report.decision_id := change.decision_id;
    report.subject_version := change.subject_version;
    report.version := report.version + 1;
    report.updated_at := change.created_at;
  end loop;
  return report;
end $$;
