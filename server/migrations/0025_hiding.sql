-- Hidden until looked at: content that many have reported (docs/decisions/044).

-- Since when the system hides the content until an administrator decides; null for content that is visible or taken down.
alter table moderation_subjects add column hidden_at timestamptz(3);

create or replace function rebuild_moderation_subjects() returns void language plpgsql as $$
begin
  delete from moderation_subjects;
  insert into moderation_subjects (subject_type, subject_id, owner_id, version, reports_count, open_reports_count,
      pending_reports_count, reporters_count, open_appeals_count, taken_down_at, kept_until, hidden_at)
    select e.subject_type, e.subject_id, case e.subject_type when 'User' then e.subject_id else o.owner_id end,
      e.version, e.reports, e.open_reports, e.pending_reports, e.reporters, e.open_appeals,
      case when e.last_kind = 'taken_down' then e.last_at end, case when e.last_kind = 'taken_down' then e.last_until end,
      case when e.last_kind = 'auto_hidden' then e.last_at end
    from (
      select subject_type, subject_id, max(version) as version, sum(reports_change) as reports, sum(open_reports_change) as open_reports,
        sum(pending_reports_change) as pending_reports, sum(reporters_change) as reporters, sum(open_appeals_change) as open_appeals,
        (array_agg(kind order by version desc) filter (where kind in ('taken_down', 'restored', 'auto_hidden')))[1] as last_kind,
        (array_agg(created_at order by version desc) filter (where kind in ('taken_down', 'restored', 'auto_hidden')))[1] as last_at,
        (array_agg(until order by version desc) filter (where kind in ('taken_down', 'restored', 'auto_hidden')))[1] as last_until
      from moderation_events group by 1, 2) e
    left join (
      select subject_type, subject_id, max(subject_owner_id) as owner_id from reports group by 1, 2) o
      on o.subject_type = e.subject_type and o.subject_id = e.subject_id;
end $$;
