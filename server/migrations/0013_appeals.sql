-- Appeals against decisions (docs/decisions/011).

-- Of the owner of a subject, or a reporter's request for a second look.
create table appeals (
  id text collate "C" primary key,
  notice_id text collate "C" not null references notices constraint appeals_notice_key unique,
  decision_id text collate "C" not null references decisions,
  subject_type text not null,
  subject_id text collate "C" not null,
  user_id text collate "C" not null,
  kind text not null constraint appeals_kind_check check (kind in ('owner', 'reporter')),
  text text not null,
  created_at timestamptz(3) not null,
  due_at timestamptz(3) not null,
  -- 'closed': the decision was undone, or the account is gone, before somebody decided.
  outcome text constraint appeals_outcome_check check (outcome in ('upheld', 'overturned', 'closed')),
  decided_at timestamptz(3),
  decided_by_id text collate "C",
  decided_by_name text,
  -- For administrators alone.
  note text,
  -- Half of the time until it is due: who handles it is reminded then. Null: nobody is.
  half_due_at timestamptz(3),
  constraint appeals_decided_check check ((outcome is null) = (decided_at is null))
);
create index appeals_open on appeals (due_at, id) where outcome is null;
create index appeals_decided on appeals (decided_at desc, id desc) where outcome is not null;
-- One appeal of each user against a decision.
create unique index appeals_once on appeals (decision_id, user_id);
create index appeals_of_user on appeals (user_id, created_at desc, id desc);
-- What waits on a subject, the first due first: of what an administrator handles, or an account that is deleted owns.
create index appeals_open_of_subject_due on appeals (subject_type, subject_id, due_at, id) where outcome is null;
-- What administrators are reminded of.
create index appeals_open_half_due on appeals (half_due_at, id) where outcome is null;

-- What a user who cannot sign in reads notices and appeals with. Only the hash of the token is stored.
create table appeal_tokens (
  token_hash bytea primary key,
  user_id text collate "C" not null references accounts on delete cascade,
  expires_at timestamptz(3) not null
);
create index appeal_tokens_user on appeal_tokens (user_id);
create index appeal_tokens_expiry on appeal_tokens (expires_at);
