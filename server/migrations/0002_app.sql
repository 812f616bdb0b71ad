-- What the application itself keeps.

-- Work that runs step by step beside the calls, each step a transaction that locks the job's row.
create table jobs (
  id text collate "C" primary key,
  name text not null,
  -- What to do, and how far it has come.
  payload jsonb not null,
  -- How often the next step has failed in a row.
  attempts integer not null default 0,
  run_at timestamptz(3) not null,
  created_at timestamptz(3) not null
);

-- Work that one of several servers does at a time.
create table job_leases (
  name text primary key,
  -- From this time on any server may acquire the lease.
  due_at timestamptz(3) not null
);

-- Facts about this database itself, such as whether it was filled with demo data.
create table app_meta (
  key text primary key,
  value jsonb not null
);

create index jobs_due on jobs (run_at, id);
