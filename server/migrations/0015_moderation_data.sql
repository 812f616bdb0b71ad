-- What there was before moderation events: the histories of reports, and who disabled and deleted what.

insert into moderation_events (id, subject_type, subject_id, version, created_at, kind, actor_type, actor_id, actor_name, report_id,
    decision_id, from_status, to_status, target_name, note, reports_change, open_reports_change, pending_reports_change,
    reporters_change)
  select gen_random_uuid()::text, subject_type, subject_id,
    row_number() over (partition by subject_type, subject_id order by at, step, id),
    at, kind, actor_type, actor_id, actor_name, report_id, decision_id, from_status, to_status, target_name, note,
    reports_change, open_reports_change, pending_reports_change, reporters_change
  from (
    -- Deleted reports left no history: what is counted is what is there.
    select r.subject_type, r.subject_id, r.created_at as at, 0 as step, r.id, 'reported' as kind, 'user' as actor_type,
      r.reporter_id as actor_id, null as actor_name, r.id as report_id, null as decision_id, null as from_status,
      null as to_status, null as target_name, null as note, 1 as reports_change,
      case when coalesce(first.from_value, r.status) in ('pending', 'reviewing') then 1 else 0 end as open_reports_change,
      case when coalesce(first.from_value, r.status) = 'pending' then 1 else 0 end as pending_reports_change,
      case when row_number() over (partition by r.subject_type, r.subject_id, r.reporter_id order by r.created_at, r.id) = 1
        then 1 else 0 end as reporters_change
    from reports r
    left join lateral (
      select e.from_value from report_events e where e.report_id = r.id and e.kind = 'status' order by e.version limit 1) first on true
    union all
    select r.subject_type, r.subject_id, greatest(e.created_at, r.created_at), e.version, e.id, 'status_set', 'administrator', e.actor_id,
      e.actor_name, r.id, e.batch_id, e.from_value, e.to_value, null, e.note, 0,
      case when e.to_value in ('pending', 'reviewing') then 1 else 0 end
        - case when e.from_value in ('pending', 'reviewing') then 1 else 0 end,
      case when e.to_value = 'pending' then 1 else 0 end - case when e.from_value = 'pending' then 1 else 0 end,
      0
    from report_events e join reports r on r.id = e.report_id where e.kind = 'status'
    union all
    select case a.target_type when 'user' then 'User' when 'post' then 'Post' when 'travel_post' then 'TravelPost' else 'Comment' end,
      a.target_id, a.created_at, 0, a.id,
      case when a.action = 'user.disable' then 'disabled' when a.action = 'user.enable' then 'enabled'
        when a.action = 'user.delete' then 'deleted' when a.action like '%.delete' then 'taken_down' else 'restored' end,
      case when a.actor_id is null then 'system' else 'administrator' end, a.actor_id, a.actor_name, a.after ->> 'reportId', null,
      null, null, case when a.action = 'user.delete' then null else a.target_name end, n.note, 0, 0, 0, 0
    from audit_entries a
    left join lateral (
      select e.note from report_events e
      where e.report_id = a.after ->> 'reportId' and e.created_at between a.created_at - interval '1 s' and a.created_at + interval '1 s'
        and e.kind <> 'status' limit 1) n on true
    where a.reason is null and a.target_id is not null
      and a.action in ('user.disable', 'user.enable', 'user.delete', 'post.delete', 'post.restore', 'travel_post.delete',
        'travel_post.restore', 'comment.delete', 'comment.restore')
  ) events;

select rebuild_moderation_subjects();
