-- Letters to those whom a decision concerns, and their objections (docs/decisions/045).

-- The text of a letter for a rule, or for every rule without one of its own (policy_key '').
create table letter_templates (
  policy_key text collate "C" not null,
  kind text not null,
  text text not null,
  -- Counts its changes: a stale one is rejected.
  version integer not null default 1,
  updated_at timestamptz(3) not null,
  primary key (policy_key, kind)
);

-- What is to be told to one person, or to all whose reports a decision closed. It waits until an undo is over.
create table letters (
  id text collate "C" primary key,
  -- Null for a report that closed itself.
  decision_id text collate "C" references decisions,
  kind text not null,
  -- Null for the reporters of the decision.
  recipient_id text collate "C",
  -- The administrator whose message it is.
  sender_id text collate "C" not null,
  -- With {tên} left for each recipient; null where nothing is sent and the notice alone says it.
  text text,
  -- What the notices of it say.
  policy_title text,
  until timestamptz(3),
  appeal_until timestamptz(3),
  created_at timestamptz(3) not null,
  send_at timestamptz(3) not null,
  -- Who was reached last, in the order of ids: where a step goes on.
  last_recipient_id text collate "C",
  -- Either it has reached everybody, or it was withdrawn.
  sent_at timestamptz(3),
  withdrawn_at timestamptz(3)
);
create index letters_waiting on letters (send_at, id) where sent_at is null and withdrawn_at is null;
create index letters_of_decision on letters (decision_id) where decision_id is not null;

-- What one person was told: the proof that a letter reached them, once, and what they object to.
create table notices (
  id text collate "C" primary key,
  letter_id text collate "C" not null references letters,
  user_id text collate "C" not null,
  decision_id text collate "C",
  -- The report that was closed; null for the owner.
  report_id text collate "C",
  kind text not null,
  text text not null,
  policy_title text,
  until timestamptz(3),
  -- Until when the person may object, once; null where nothing can be objected to.
  appeal_until timestamptz(3),
  -- The message of the conversation that carries it.
  message_id text collate "C",
  created_at timestamptz(3) not null,
  constraint notices_once unique (letter_id, user_id)
);
create index notices_of_user on notices (user_id, created_at desc, id desc);
create unique index notices_of_message on notices (message_id) where message_id is not null;
create index notices_of_decision on notices (decision_id) where decision_id is not null;

-- An objection of the owner, or a reporter's request for a second look.
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
  outcome text constraint appeals_outcome_check check (outcome in ('upheld', 'overturned')),
  decided_at timestamptz(3),
  decided_by_id text collate "C",
  decided_by_name text,
  -- For administrators alone.
  note text,
  constraint appeals_decided_check check ((outcome is null) = (decided_at is null))
);
create index appeals_open on appeals (due_at, id) where outcome is null;
create index appeals_decided on appeals (decided_at desc, id desc) where outcome is not null;
create index appeals_of_decision on appeals (decision_id);
create index appeals_of_user on appeals (user_id, created_at desc, id desc);
