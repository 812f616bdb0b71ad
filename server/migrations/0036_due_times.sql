-- When open subjects are due, and their place in the queue (docs/decisions/043).

-- Within how many hours an open report is to be decided, by the severity of its reason, from 1 to 4.
alter table moderation_settings add column due_hours integer[] not null default '{24, 24, 24, 1}';

-- The highest severity of what is open, and other closed reports of its reporters, of these those that were right.
alter table moderation_subjects add column severity smallint not null default 1;
alter table moderation_subjects add column record_closed integer not null default 0;
alter table moderation_subjects add column record_right integer not null default 0;
-- By when the open reports are to be decided, half of the time until then, and the order among what is open; null without one.
alter table moderation_subjects add column due_at timestamptz(3);
alter table moderation_subjects add column half_due_at timestamptz(3);
alter table moderation_subjects add column priority integer;

-- What an event says of that; of one that closes its subject, how it was until then.
alter table moderation_events add column due_at timestamptz(3);
alter table moderation_events add column severity smallint;
alter table moderation_events add column record_closed integer;
alter table moderation_events add column record_right integer;

-- As priorityOf in contract/src/moderation/priority.ts, in minutes.
create function subject_priority(severity integer, open_reports integer, closed integer, correct integer, due_at timestamptz)
  returns integer language sql immutable as $$
  select 60 * ((array[0, 12, 24, 96])[severity]
    + 6 * least(6, length(ltrim(greatest(open_reports, 1)::bit(32)::text, '0')) - 1)
    + 24 * (correct + 2) / (closed + 4) - 12)
    - floor(extract(epoch from due_at) / 60)::integer
$$;

-- When each open subject is due, as applyEvent gives it; a subject without an open report is none of them.
create function due_subjects() returns table (subject_type text, subject_id text, severity integer, record_closed integer,
    record_right integer, due_at timestamptz, half_due_at timestamptz, priority integer) language sql stable as $$
  with counted as (
    select e.*, sum(e.open_reports_change) over (partition by e.subject_type, e.subject_id order by e.version) as open_reports
    from moderation_events e
  ), opened as (
    select c.subject_type, c.subject_id, max(c.version) as version from counted c
    where c.open_reports > 0 and c.open_reports = c.open_reports_change group by 1, 2
  ), since as (
    select c.*, c.version = o.version as is_first,
      case when c.version = o.version then coalesce(c.due_at, c.created_at + interval '24 hours') else c.due_at end as given_at
    from counted c join opened o on o.subject_type = c.subject_type and o.subject_id = c.subject_id and c.version >= o.version
  ), summed as (
    select s.subject_type, s.subject_id, greatest(1, max(s.severity))::integer as severity,
      coalesce(sum(s.record_closed), 0)::integer as closed, coalesce(sum(s.record_right), 0)::integer as correct,
      (array_agg(s.open_reports order by s.version desc))[1]::integer as open_reports,
      min(s.given_at) as due_at, (array_agg(s.created_at order by s.given_at, s.version) filter (where s.given_at is not null))[1] as given_by
    from since s group by 1, 2
  )
  select m.subject_type, m.subject_id, m.severity, m.closed, m.correct, m.due_at,
    to_timestamp(floor(500 * (extract(epoch from m.given_by) + extract(epoch from m.due_at))) / 1000),
    subject_priority(m.severity, m.open_reports, m.closed, m.correct, m.due_at)
  from summed m where m.open_reports > 0
$$;

-- First counts and states, then when what is open is due.
alter function rebuild_moderation_subjects() rename to rebuild_subject_states;

create function set_due_times() returns void language sql as $$
  update moderation_subjects m set severity = d.severity, record_closed = d.record_closed, record_right = d.record_right,
    due_at = d.due_at, half_due_at = d.half_due_at, priority = d.priority
  from due_subjects() d where d.subject_type = m.subject_type and d.subject_id = m.subject_id
$$;

create function rebuild_moderation_subjects() returns void language plpgsql as $$
begin
  perform rebuild_subject_states();
  perform set_due_times();
end $$;

-- What is open already.
select set_due_times();
