-- What can be moderated, and what happened to it. The state of a subject is what its events say (docs/decisions/043).

-- An account, post, travel post or comment that was reported or decided on. No foreign keys: it outlives what it names.
create table moderation_subjects (
  subject_type text not null
    constraint moderation_subjects_type_check check (subject_type in ('User', 'Post', 'TravelPost', 'Comment')),
  subject_id text collate "C" not null,
  -- The account itself, or the author of the content; null where only imported reports name the subject.
  owner_id text collate "C",
  -- How many events it has: the version that a decision rests on.
  version integer not null default 0,
  reports_count integer not null default 0,
  open_reports_count integer not null default 0,
  -- Of the open ones those that nobody has looked at.
  pending_reports_count integer not null default 0,
  reporters_count integer not null default 0,
  -- Since when its content is taken down, and until when it is not purged: an objection is possible until then.
  taken_down_at timestamptz(3),
  kept_until timestamptz(3),
  primary key (subject_type, subject_id)
);

-- Append-only. The columns that end in _change are what an event adds to the counts of its subject.
create table moderation_events (
  id text collate "C" primary key,
  subject_type text not null,
  subject_id text collate "C" not null,
  -- The version that the subject has from this event on.
  version integer not null,
  created_at timestamptz(3) not null,
  kind text not null
    constraint moderation_events_kind_check check (kind in ('reported', 'status_set', 'report_deleted', 'decided',
      'decision_undone', 'auto_closed', 'taken_down', 'restored', 'warned', 'suspended', 'unsuspended', 'disabled', 'enabled', 'deleted')),
  actor_type text not null
    constraint moderation_events_actor_check check (actor_type in ('administrator', 'user', 'system')),
  actor_id text collate "C",
  -- Null for users: what is theirs goes with their account.
  actor_name text,
  -- The report that it is about, or that led to it; null where it is about all open reports.
  report_id text collate "C",
  -- The same for all that one press did.
  decision_id text collate "C",
  from_status text,
  to_status text,
  -- The account or content as the administrators saw it.
  target_name text,
  note text,
  -- The version of the rule that a decision names.
  policy_key text collate "C",
  policy_version integer,
  -- When a suspension ends, or until when content that is taken down is kept.
  until timestamptz(3),
  reports_change integer not null default 0,
  open_reports_change integer not null default 0,
  pending_reports_change integer not null default 0,
  reporters_change integer not null default 0
);

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
  -- The account before this decision, if that changed it: what an undo gives back.
  account_was_disabled boolean,
  account_was_disabled_until timestamptz(3),
  actor_id text collate "C" not null,
  created_at timestamptz(3) not null,
  undone_at timestamptz(3),
  foreign key (policy_key, policy_version) references policy_versions (key, version)
);
-- What decisions changed of an account, the first one first.
create index decisions_of_account on decisions (owner_id, created_at, id) where account_was_disabled is not null;
-- The points of an account.
create index decisions_points on decisions (owner_id, points_expire_at) where undone_at is null and points > 0;

-- When a suspension ends; null for an account that is not disabled, or without an end.
alter table accounts add column disabled_until timestamptz(3);
create or replace view users as select * from accounts where deleted_at is null;

-- By which decision a report has its status, and which one it had before: that is what an undo gives back. Null once the
-- report was changed by itself.
alter table reports add column decision_id text collate "C";
alter table reports add column status_before_decision text;

-- Open reports of an account that is being deleted.
create index moderation_subjects_open_of_owner on moderation_subjects (owner_id) where open_reports_count > 0;

-- A subject's events have neither gaps nor forks.
create unique index moderation_events_of_subject on moderation_events (subject_type, subject_id, version);
-- The history of a report: its own events, and those of its subject as a whole.
create index moderation_events_of_report on moderation_events (report_id, created_at desc, id desc) where report_id is not null;
create index moderation_events_of_no_report on moderation_events (subject_type, subject_id, created_at desc, id desc)
  where report_id is null;
create index moderation_events_of_decision on moderation_events (decision_id) where decision_id is not null;
-- What an account is by its events.
create index moderation_events_of_account on moderation_events (subject_type, subject_id, version desc)
  where kind in ('suspended', 'unsuspended', 'disabled', 'enabled');
-- Who deleted what, and when.
create index moderation_events_deletions on moderation_events (subject_type, subject_id, version desc)
  where kind in ('taken_down', 'restored', 'deleted');

create function reject_moderation_event_change() returns trigger language plpgsql as $$
begin
  raise exception 'a moderation event is never altered';
end $$;
create trigger moderation_events_immutable before update or delete on moderation_events
  for each row execute function reject_moderation_event_change();

-- The state of each subject from its events, as applyEvent gives it. For bulk loads and for repair.
create function rebuild_moderation_subjects() returns void language plpgsql as $$
begin
  delete from moderation_subjects;
  insert into moderation_subjects (subject_type, subject_id, owner_id, version, reports_count, open_reports_count,
      pending_reports_count, reporters_count, taken_down_at, kept_until)
    select e.subject_type, e.subject_id, case e.subject_type when 'User' then e.subject_id else o.owner_id end,
      e.version, e.reports, e.open_reports, e.pending_reports, e.reporters, e.taken_down_at, e.kept_until
    from (
      select subject_type, subject_id, max(version) as version, sum(reports_change) as reports, sum(open_reports_change) as open_reports,
        sum(pending_reports_change) as pending_reports, sum(reporters_change) as reporters,
        (array_agg(case kind when 'taken_down' then created_at end order by version desc)
          filter (where kind in ('taken_down', 'restored')))[1] as taken_down_at,
        (array_agg(case kind when 'taken_down' then until end order by version desc)
          filter (where kind in ('taken_down', 'restored')))[1] as kept_until
      from moderation_events group by 1, 2) e
    left join (
      select subject_type, subject_id, max(subject_owner_id) as owner_id from reports group by 1, 2) o
      on o.subject_type = e.subject_type and o.subject_id = e.subject_id;
end $$;
