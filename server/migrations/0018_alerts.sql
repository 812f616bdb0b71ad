-- What administrators are told of who are not here (docs/decisions/013): alerts, the e-mails and the webhook deliveries made of them.

create table alerts (
  id text collate "C" primary key,
  -- What administrators and webhooks choose by.
  kind text not null constraint alerts_kind_check check (kind in ('overdue', 'child_safety', 'appeal')),
  -- What happened, as webhooks get it.
  event text not null,
  subject_type text not null,
  subject_id text collate "C" not null,
  report_id text collate "C",
  appeal_id text collate "C",
  -- The title of the policy that the reason stands for; null for an appeal.
  reason text,
  -- What the subject is called, in few words; no name of an account.
  title text not null,
  created_at timestamptz(3) not null
);
create index alerts_expiry on alerts (created_at);
create index alerts_of_subject on alerts (subject_type, subject_id, created_at);

-- One for each alert and recipient. Those with the same `digest_id` are one e-mail, whose Message-ID it is.
create table alert_emails (
  alert_id text collate "C" not null references alerts on delete cascade,
  admin_id text collate "C" not null references accounts on delete cascade,
  kind text not null,
  digest_id text collate "C",
  outcome text constraint alert_emails_outcome_check check (outcome in ('sent', 'failed', 'obsolete')),
  ended_at timestamptz(3),
  primary key (alert_id, admin_id)
);
create index alert_emails_pending on alert_emails (admin_id, kind, alert_id) where outcome is null;
create index alert_emails_sent on alert_emails (admin_id, kind, ended_at desc) where outcome = 'sent';
create index alert_emails_recipient on alert_emails (admin_id);

-- The secret of each is derived from `key_id` and stored nowhere.
create table webhooks (
  id text collate "C" primary key,
  url text not null,
  kinds text[] not null,
  is_enabled boolean not null,
  key_id text collate "C" not null,
  version integer not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null
);

create table webhook_deliveries (
  id text collate "C" primary key,
  webhook_id text collate "C" not null references webhooks on delete cascade,
  -- Null for one that tries the webhook out.
  alert_id text collate "C" references alerts on delete cascade,
  event text not null,
  -- What is signed and sent, the same each time.
  body text not null,
  state text not null constraint webhook_deliveries_state_check check (state in ('pending', 'delivered', 'failed')),
  attempts integer not null default 0,
  next_attempt_at timestamptz(3) not null,
  -- Of the last attempt: the HTTP status, or why there was none.
  last_status integer,
  last_error text,
  last_attempt_at timestamptz(3),
  created_at timestamptz(3) not null,
  constraint webhook_deliveries_once unique (alert_id, webhook_id)
);
create index webhook_deliveries_due on webhook_deliveries (webhook_id, next_attempt_at) where state = 'pending';
create index webhook_deliveries_newest on webhook_deliveries (webhook_id, id desc);
create index webhook_deliveries_expiry on webhook_deliveries (created_at);
