-- Decisions on subjects, and the penalties of accounts (docs/decisions/043).

-- What an administrator decided on a subject. What it did is in the events that name it.
create table decisions (
  id text collate "C" primary key,
  subject_type text not null,
  subject_id text collate "C" not null,
  owner_id text collate "C",
  outcome text not null constraint decisions_outcome_check check (outcome in ('violation', 'no_violation')),
  policy_key text collate "C",
  policy_version integer,
  -- Of the owner, until they expire or the decision is undone.
  points integer not null default 0,
  points_expire_at timestamptz(3),
  actions text[] not null,
  suspended_until timestamptz(3),
  -- The account before this decision, if that changed it.
  account_was_disabled boolean,
  account_was_disabled_until timestamptz(3),
  actor_id text collate "C" not null,
  created_at timestamptz(3) not null,
  undone_at timestamptz(3),
  -- Of 'no violation', which closes further reports of the same: the evidence of the newest report that it closed, and the reasons
  -- of all of them (docs/decisions/011).
  evidence_id text collate "C",
  sealed_reasons text[],
  -- The client's key: a repeat is recognised by it.
  client_key text,
  foreign key (policy_key, policy_version) references policy_versions (key, version)
);
create unique index decisions_client_key on decisions (actor_id, client_key) where client_key is not null;
-- What was decided on a user, newest first.
create index decisions_newest_of_owner on decisions (owner_id, created_at desc, id desc) where owner_id is not null;
-- What decisions changed of an account, the first one first.
create index decisions_of_account on decisions (owner_id, created_at, id) where account_was_disabled is not null;
-- The points of an account, and whose points count at a time: the filter of the user list.
create index decisions_points on decisions (owner_id, points_expire_at) where undone_at is null and points > 0;
create index decisions_points_counting on decisions (points_expire_at, owner_id) where undone_at is null and points > 0;
-- Whether a decision rests on evidence that is about to be purged.
create index decisions_evidence on decisions (evidence_id) where evidence_id is not null;

-- The penalties of an account, each since an event of it: the longest one that stands is what the account is. One of a decision that
-- was undone, or whose time is over, does not stand any more.
create table penalties (
  id text collate "C" primary key,
  user_id text collate "C" not null references accounts on delete cascade,
  -- The position of its event among those of the account.
  version integer not null,
  -- Null for one that an administrator has set by hand.
  decision_id text collate "C",
  -- Null for no end.
  until timestamptz(3),
  -- The position of the event that ended it.
  ended_version integer
);
create index penalties_of_user on penalties (user_id);
