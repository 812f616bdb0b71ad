-- Objections to decisions (docs/decisions/045).

-- How many objections to decisions on a subject wait: it is open as long as one does, and its content is not purged.
alter table moderation_subjects add column open_appeals_count integer not null default 0;
alter table moderation_events add column open_appeals_change integer not null default 0;

-- 'appeal_closed': the decision was taken back, or the account is gone, before somebody decided on the objection.
alter table moderation_events drop constraint moderation_events_kind_check;
alter table moderation_events add constraint moderation_events_kind_check check (kind in ('reported', 'status_set',
  'report_deleted', 'decided', 'decision_undone', 'auto_closed', 'auto_hidden', 'taken_down', 'restored', 'warned', 'suspended',
  'unsuspended', 'disabled', 'enabled', 'deleted', 'noted', 'assigned', 'released', 'points_given', 'points_expired',
  'letter_queued', 'letter_sent', 'appealed', 'appeal_upheld', 'appeal_overturned', 'appeal_closed')) not valid;
alter table moderation_events validate constraint moderation_events_kind_check;

alter table appeals drop constraint appeals_outcome_check;
alter table appeals add constraint appeals_outcome_check
  check (outcome in ('upheld', 'overturned', 'closed')) not valid;
alter table appeals validate constraint appeals_outcome_check;

-- What a user who cannot sign in reads notices and objects with. Only the hash of the token is stored.
create table appeal_tokens (
  token_hash bytea primary key,
  user_id text collate "C" not null references accounts on delete cascade,
  expires_at timestamptz(3) not null
);
create index appeal_tokens_user on appeal_tokens (user_id);
create index appeal_tokens_expiry on appeal_tokens (expires_at);

create or replace function rebuild_moderation_subjects() returns void language plpgsql as $$
begin
  delete from moderation_subjects;
  insert into moderation_subjects (subject_type, subject_id, owner_id, version, reports_count, open_reports_count,
      pending_reports_count, reporters_count, open_appeals_count, taken_down_at, kept_until)
    select e.subject_type, e.subject_id, case e.subject_type when 'User' then e.subject_id else o.owner_id end,
      e.version, e.reports, e.open_reports, e.pending_reports, e.reporters, e.open_appeals, e.taken_down_at, e.kept_until
    from (
      select subject_type, subject_id, max(version) as version, sum(reports_change) as reports, sum(open_reports_change) as open_reports,
        sum(pending_reports_change) as pending_reports, sum(reporters_change) as reporters, sum(open_appeals_change) as open_appeals,
        (array_agg(case kind when 'taken_down' then created_at end order by version desc)
          filter (where kind in ('taken_down', 'restored')))[1] as taken_down_at,
        (array_agg(case kind when 'taken_down' then until end order by version desc)
          filter (where kind in ('taken_down', 'restored')))[1] as kept_until
      from moderation_events group by 1, 2) e
    left join (
      select subject_type, subject_id, max(subject_owner_id) as owner_id from reports group by 1, 2) o
      on o.subject_type = e.subject_type and o.subject_id = e.subject_id;
end $$;
