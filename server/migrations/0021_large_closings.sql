-- A decision on a subject with many open reports: the subject is decided at once, its reports are closed in steps.

-- The version that the subject had when the report was last changed: says whether a decision found it open.
alter table reports add column subject_version integer not null default 0;

-- Decisions whose reports are not all closed yet. Deleted with the last one, or when the decision is undone.
create table report_closings (
  decision_id text collate "C" primary key,
  subject_type text not null,
  subject_id text collate "C" not null,
  status text not null
    constraint report_closings_status_check check (status in ('resolved', 'rejected')),
  -- It closes the open reports that were last changed at one of these versions of the subject. Two decisions on a subject
  -- have none in common.
  versions int4multirange not null,
  created_at timestamptz(3) not null
);
create index report_closings_of_subject on report_closings (subject_type, subject_id);
