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
  -- Since when its content is taken down, and until when it is not purged: an appeal is possible until then.
  taken_down_at timestamptz(3),
  kept_until timestamptz(3),
  -- How many appeals wait: it is open as long as one does, and its content is not purged.
  open_appeals_count integer not null default 0,
  -- Since when the system hides the content until an administrator decides; null for content that is visible or taken down.
  hidden_at timestamptz(3),
  -- The administrator who handles it, and since when; null while nobody does.
  assignee_id text collate "C",
  assigned_at timestamptz(3),
  -- The highest severity of what is open, and other closed reports of its reporters, of these those that were right.
  severity smallint not null default 1,
  record_closed integer not null default 0,
  record_right integer not null default 0,
  -- By when the open reports are to be decided, half of the time until then, and the order among what is open
  -- (contract/src/moderation/priority.ts); null without one.
  due_at timestamptz(3),
  half_due_at timestamptz(3),
  priority integer,
  -- When the content was published: reported and hidden content is listed in that order. Null for accounts and for what was purged
  -- before anything happened to it.
  content_created_at timestamptz(3),
  -- Up to which of its events it is known to be folded (0019_performance); `performance_subjects` is what counts.
  folded_version integer not null default 0,
  primary key (subject_type, subject_id)
);

-- The list grouped by subject: by priority, by the number of reports, and what is hidden, which comes first.
create index moderation_subjects_priority on moderation_subjects (priority desc, subject_type desc, subject_id desc)
  where priority is not null;
create index moderation_subjects_most_reported on moderation_subjects (reports_count, subject_type, subject_id);
create index moderation_subjects_hidden on moderation_subjects (subject_type, subject_id) where hidden_at is not null;
-- Who handles what; few subjects are handled at a time.
create index moderation_subjects_assigned on moderation_subjects (assignee_id, subject_type, subject_id)
  where assignee_id is not null;
-- What is overdue, and what administrators are reminded of.
create index moderation_subjects_due on moderation_subjects (due_at) where due_at is not null;
create index moderation_subjects_half_due on moderation_subjects (half_due_at) where half_due_at is not null;
-- What was reported of a user: one row for each subject, however often it was reported. Then what is closed when an account is
-- deleted: open reports and appeals.
create index moderation_subjects_of_owner on moderation_subjects (owner_id);
create index moderation_subjects_open_of_owner on moderation_subjects (owner_id) where open_reports_count > 0;
create index moderation_subjects_appealed_of_owner on moderation_subjects (owner_id) where open_appeals_count > 0;
-- The list of content: reported, and hidden by the system.
create index moderation_subjects_reported_content
  on moderation_subjects (subject_type, content_created_at desc, subject_id desc)
  where open_reports_count > 0 and content_created_at is not null;
create index moderation_subjects_hidden_content
  on moderation_subjects (subject_type, content_created_at desc, subject_id desc)
  where hidden_at is not null and content_created_at is not null;
-- Subjects with events that are not folded yet.
create index moderation_subjects_to_fold on moderation_subjects (subject_type, subject_id) where folded_version < version;

create function content_created_at(subject_type text, subject_id text) returns timestamptz
  language sql stable
  return case subject_type
    when 'Post' then (select c.created_at from posts c where c.id = subject_id collate "C")
    when 'TravelPost' then (select c.created_at from travel_posts c where c.id = subject_id collate "C")
    when 'Comment' then (select c.created_at from comments c where c.id = subject_id collate "C")
  end;

create function set_content_created_at() returns trigger language plpgsql as $$
begin
  new.content_created_at := content_created_at(new.subject_type, new.subject_id);
  return new;
end $$;
create trigger moderation_subjects_content_created_at before insert or update on moderation_subjects for each row
  when (new.content_created_at is null and new.subject_type <> 'User') execute function set_content_created_at();

-- For bulk loads, which disable the trigger.
create function fill_content_created_at() returns void language sql volatile as $$
  update moderation_subjects m set content_created_at = c.created_at from posts c
    where m.subject_type = 'Post' and m.subject_id = c.id and m.content_created_at is null;
  update moderation_subjects m set content_created_at = c.created_at from travel_posts c
    where m.subject_type = 'TravelPost' and m.subject_id = c.id and m.content_created_at is null;
  update moderation_subjects m set content_created_at = c.created_at from comments c
    where m.subject_type = 'Comment' and m.subject_id = c.id and m.content_created_at is null;
$$;

-- Append-only. The columns that end in _change are what an event adds to the counts of its subject.
create table moderation_events (
  id text collate "C" primary key,
  subject_type text not null,
  subject_id text collate "C" not null,
  -- The version that the subject has from this event on.
  version integer not null,
  created_at timestamptz(3) not null,
  -- 'appeal_closed': the decision was undone, or the account is gone, before somebody decided on the appeal. 'policy_named': an
  -- administrator named a policy beside the reason of a report, which says how severe it is and when it is due from then on.
  kind text not null
    constraint moderation_events_kind_check check (kind in ('reported', 'status_set', 'report_deleted', 'decided',
      'decision_undone', 'auto_closed', 'auto_hidden', 'taken_down', 'restored', 'warned', 'suspended', 'unsuspended', 'disabled',
      'enabled', 'deleted', 'noted', 'note_removed', 'tagged', 'tag_removed', 'assigned', 'released', 'points_given',
      'points_expired', 'letter_queued', 'letter_sent', 'appealed', 'appeal_upheld', 'appeal_overturned', 'appeal_closed',
      'policy_named')),
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
  -- The version of the policy that a decision names.
  policy_key text collate "C",
  policy_version integer,
  -- When a suspension ends, or until when content that is taken down is kept.
  until timestamptz(3),
  reports_change integer not null default 0,
  open_reports_change integer not null default 0,
  pending_reports_change integer not null default 0,
  reporters_change integer not null default 0,
  open_appeals_change integer not null default 0,
  -- To whom it assigns the subject.
  assignee_id text collate "C",
  -- What it says of these; of one that closes its subject, how they were until then.
  due_at timestamptz(3),
  severity smallint,
  record_closed integer,
  record_right integer,
  -- The note or tag that it is about, which has its text: one that is removed leaves none behind. Not a reference, since the event
  -- stays when the note is purged.
  note_id text collate "C"
);

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
-- Whether content is visible, and who deleted what.
create index moderation_events_visibility on moderation_events (subject_type, subject_id, version desc)
  where kind in ('taken_down', 'restored', 'auto_hidden', 'deleted');
-- The decisions on a subject, in their order.
create index moderation_events_decided on moderation_events (subject_type, subject_id, version desc) where kind = 'decided';
-- Events that closed their subject: few, however many it has.
create index moderation_events_closings on moderation_events (subject_type, subject_id, version)
  where open_reports_change < 0 and due_at is not null;
-- The timeline of a user: notes and tags of the account.
create index moderation_events_notes on moderation_events (subject_type, subject_id, created_at desc, id desc)
  where kind in ('noted', 'note_removed', 'tagged', 'tag_removed');
-- What an administrator did, newest first; what users did is far more, and not asked for by its actor.
create index moderation_events_of_administrator on moderation_events (actor_id, created_at desc, id desc)
  where actor_type = 'administrator';

create function reject_moderation_event_change() returns trigger language plpgsql as $$
begin
  raise exception 'a moderation event is never altered';
end $$;
create trigger moderation_events_immutable before update or delete on moderation_events
  for each row execute function reject_moderation_event_change();

-- Claims of a subject by looking at it. One whose time does not belong to the present assignment of its subject is out of date.
create table subject_claims (
  subject_type text not null,
  subject_id text collate "C" not null,
  assignee_id text collate "C" not null,
  assigned_at timestamptz(3) not null,
  -- Moves on while the assignee looks at the subject.
  expires_at timestamptz(3) not null,
  primary key (subject_type, subject_id)
);
create index subject_claims_expiry on subject_claims (expires_at);
