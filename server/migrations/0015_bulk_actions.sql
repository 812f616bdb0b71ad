-- One action on many subjects, done in the steps of a job (docs/decisions/005).

create table moderation_bulks (
  id text collate "C" primary key,
  -- As the contract has it, with what each decision of it says.
  action jsonb not null,
  policy_key text collate "C" references policies (key),
  note text,
  letters jsonb,
  total integer not null,
  done integer not null default 0,
  skipped integer not null default 0,
  failed integer not null default 0,
  state text not null default 'running' constraint moderation_bulks_state_check check (state in ('running', 'stopped', 'done')),
  stop_reason text
    constraint moderation_bulks_stop_reason_check check (stop_reason in ('administrator', 'policy_disabled', 'starter_gone')),
  started_by text collate "C" references accounts on delete set null,
  started_by_name text not null,
  started_at timestamptz(3) not null,
  ended_at timestamptz(3),
  -- Null until somebody undoes it.
  undo_state text constraint moderation_bulks_undo_state_check check (undo_state in ('running', 'done')),
  undone_by text collate "C" references accounts on delete set null,
  undone_by_name text,
  undone integer not null default 0,
  kept integer not null default 0,
  -- The client's key: a repeat is recognised by it.
  client_key text
);
create unique index moderation_bulks_client_key on moderation_bulks (started_by, client_key) where client_key is not null;
create index moderation_bulks_newest on moderation_bulks (started_at desc, id desc);
create index moderation_bulks_running on moderation_bulks (id) where state = 'running' or undo_state = 'running';
-- Those that have ended, which are purged after a day.
create index moderation_bulks_ended on moderation_bulks (ended_at, id) where ended_at is not null;
create index moderation_bulks_policy on moderation_bulks (policy_key) where policy_key is not null;
create index moderation_bulks_started_by on moderation_bulks (started_by);
create index moderation_bulks_undone_by on moderation_bulks (undone_by) where undone_by is not null;

-- Its subjects as they were when it started. No foreign keys to them: they may be gone by the time.
create table moderation_bulk_items (
  bulk_id text collate "C" not null references moderation_bulks on delete cascade,
  position integer not null,
  subject_type text not null
    constraint moderation_bulk_items_type_check check (subject_type in ('User', 'Post', 'TravelPost', 'Comment')),
  subject_id text collate "C" not null,
  -- The version that the action rests on.
  version integer not null,
  state text not null default 'waiting'
    constraint moderation_bulk_items_state_check check (state in ('waiting', 'done', 'skipped', 'failed', 'undone', 'kept')),
  -- Why it was left alone: an error code.
  reason text,
  -- What was made of it: a decision, a change of all its reports, or a tag.
  result_id text collate "C",
  primary key (bulk_id, position)
);
create index moderation_bulk_items_state on moderation_bulk_items (bulk_id, state, position);
