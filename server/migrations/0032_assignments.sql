-- Who handles what: an administrator claims a subject, or gives it to a colleague (docs/decisions/047).

-- The administrator who handles it, and since when; null while nobody does.
alter table moderation_subjects add column assignee_id text collate "C";
alter table moderation_subjects add column assigned_at timestamptz(3);
-- To whom an event assigns it.
alter table moderation_events add column assignee_id text collate "C";

-- Claims by looking. One whose time does not belong to the present assignment of its subject is out of date.
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

create or replace function rebuild_moderation_subjects() returns void language plpgsql as $$
begin
  delete from moderation_subjects;
  insert into moderation_subjects (subject_type, subject_id, owner_id, version, reports_count, open_reports_count,
      pending_reports_count, reporters_count, open_appeals_count, taken_down_at, kept_until, hidden_at, assignee_id, assigned_at)
    select e.subject_type, e.subject_id, case e.subject_type when 'User' then e.subject_id else o.owner_id end,
      e.version, e.reports, e.open_reports, e.pending_reports, e.reporters, e.open_appeals,
      case when e.last_kind = 'taken_down' then e.last_at end, case when e.last_kind = 'taken_down' then e.last_until end,
      case when e.last_kind = 'auto_hidden' then e.last_at end,
      case when e.assignment_kind = 'assigned' then e.assignee_id end, case when e.assignment_kind = 'assigned' then e.assigned_at end
    from (
      select subject_type, subject_id, max(version) as version, sum(reports_change) as reports, sum(open_reports_change) as open_reports,
        sum(pending_reports_change) as pending_reports, sum(reporters_change) as reporters, sum(open_appeals_change) as open_appeals,
        (array_agg(kind order by version desc) filter (where kind in ('taken_down', 'restored', 'auto_hidden')))[1] as last_kind,
        (array_agg(created_at order by version desc) filter (where kind in ('taken_down', 'restored', 'auto_hidden')))[1] as last_at,
        (array_agg(until order by version desc) filter (where kind in ('taken_down', 'restored', 'auto_hidden')))[1] as last_until,
        (array_agg(kind order by version desc) filter (where is_assignment))[1] as assignment_kind,
        (array_agg(assignee_id order by version desc) filter (where is_assignment))[1] as assignee_id,
        (array_agg(created_at order by version desc) filter (where is_assignment))[1] as assigned_at
      from (
        -- Nobody handles what is decided, or has nothing open any more.
        select *, kind in ('assigned', 'released', 'decided') or sum(open_reports_change + open_appeals_change)
          over (partition by subject_type, subject_id order by version) = 0 as is_assignment
        from moderation_events) m
      group by 1, 2) e
    left join (
      select subject_type, subject_id, max(subject_owner_id) as owner_id from reports group by 1, 2) o
      on o.subject_type = e.subject_type and o.subject_id = e.subject_id;
end $$;
