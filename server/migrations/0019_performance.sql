-- Figures of the work: daily totals, folded from the moderation events by a job (docs/decisions/003).

-- How far the events of a subject are folded, and the state that the next ones need.
create table performance_subjects (
  subject_type text not null,
  subject_id text collate "C" not null,
  folded_version integer not null,
  open_reports integer not null,
  -- Since when it has open reports, and since when somebody has looked at it; null without any.
  opened_at timestamptz(3),
  looked_at timestamptz(3),
  -- Of the report that opened it.
  reason text,
  primary key (subject_type, subject_id)
);
create index performance_subjects_open on performance_subjects (opened_at) where opened_at is not null;

-- One row for all of a day, and one for each reason, policy and administrator. Days are those of Vietnam.
create table performance_days (
  dimension text not null
    constraint performance_days_dimension_check check (dimension in ('all', 'reason', 'policy', 'administrator')),
  -- '' for all.
  key text collate "C" not null,
  day date not null,
  -- Of an administrator, as the events have it: it outlives the account.
  name text,
  -- Reports.
  filed integer not null,
  closed integer not null,
  auto_closed integer not null,
  -- Decisions, and what became of them.
  decisions integer not null,
  objections integer not null,
  overturned integer not null,
  undone integer not null,
  -- How many subjects took how long, by the buckets of performance.histogram.ts.
  first_look integer[] not null,
  closing integer[] not null,
  primary key (dimension, day, key)
);

-- Locked by the one server that folds.
create table performance_progress (
  is_only boolean primary key default true constraint performance_progress_check check (is_only),
  folded_at timestamptz(3)
);
insert into performance_progress default values;

create function add_counts(one integer[], other integer[]) returns integer[] language sql immutable as $$
  select array_agg(coalesce(a, 0) + coalesce(b, 0) order by place) from unnest(one, other) with ordinality as pair(a, b, place)
$$;
