-- Reports, their evidence and history, and the counters of both lists. A report's subject is the account, post or comment that it is of.

-- Evidence: the subject as it was when it was reported.
create table report_snapshots (
  -- SHA-256 of the content, so that many reports of an unaltered subject share one. In older rows the content had the counts of
  -- likes and comments, too.
  id text collate "C" primary key,
  content jsonb not null,
  created_at timestamptz(3) not null,
  -- SHA-256 of the evidence before its images were copied: by it, what was copied once is found again. Null in older rows.
  source_hash text collate "C"
);

-- No foreign keys to reporter, subject and owner: a report outlives them.
create table reports (
  id text collate "C" primary key,
  reporter_id text collate "C" not null,
  subject_type text not null
    constraint reports_subject_type_check check (subject_type in ('User', 'Post', 'TravelPost', 'Comment')),
  subject_id text collate "C" not null,
  -- The reported account, or the author of the reported content; null only in imported rows.
  subject_owner_id text collate "C",
  reason text not null,
  description text not null,
  status text not null default 'pending'
    constraint reports_status_check check (status in ('pending', 'reviewing', 'resolved', 'rejected')),
  version integer not null default 1,
  snapshot_id text collate "C" references report_snapshots,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  -- A report is filed once: the client's key names one filing of its reporter.
  client_key text collate "C",
  -- Likes and comments of the reported post, or of the reported comment's post, when it was reported. Not in the snapshot: they
  -- change all the time, and reports of an unaltered subject share one.
  subject_likes_count integer,
  subject_comments_count integer
);

-- What happened to a report: who, what, when. Deleted with the report; the audit log keeps its own record.
create table report_events (
  id text collate "C" primary key,
  report_id text collate "C" not null references reports on delete cascade,
  created_at timestamptz(3) not null,
  actor_id text,
  actor_name text,
  kind text not null,
  from_value text,
  to_value text,
  target_name text,
  note text,
  -- The same for all reports that were changed at once, with the version that the change left behind.
  batch_id text collate "C",
  version integer not null
);

-- One subject's reports in one status for one reason; a subject has 28 at most. The list grouped by subject is queried here.
create table report_subject_facets (
  subject_type text not null,
  subject_id text collate "C" not null,
  status text not null,
  reason text not null,
  reports_count integer not null,
  newest_at timestamptz(3) not null,
  newest_id text collate "C" not null,
  primary key (subject_type, subject_id, status, reason)
);

create table report_subject_reporters (
  subject_type text not null,
  subject_id text collate "C" not null,
  reporter_id text collate "C" not null,
  reports_count integer not null,
  primary key (subject_type, subject_id, reporter_id)
);

-- How many users reported a subject.
create table report_subjects (
  subject_type text not null,
  subject_id text collate "C" not null,
  reporters_count integer not null,
  primary key (subject_type, subject_id)
);

-- The numbers beside the filters.
create table report_group_counts (
  status text not null,
  subject_type text not null,
  reason text not null,
  slot smallint not null,
  count bigint not null,
  primary key (status, subject_type, reason, slot)
);

-- The list of reports, newest first, by each combination of its filters.
create index reports_newest on reports (created_at desc, id desc);
create index reports_newest_by_status on reports (status, created_at desc, id desc);
create index reports_newest_by_type on reports (subject_type, created_at desc, id desc);
create index reports_newest_by_reason on reports (reason, created_at desc, id desc);
create index reports_newest_by_status_type on reports (status, subject_type, created_at desc, id desc);
create index reports_newest_by_status_reason on reports (status, reason, created_at desc, id desc);
create index reports_newest_by_type_reason on reports (subject_type, reason, created_at desc, id desc);
create index reports_newest_by_all on reports (status, subject_type, reason, created_at desc, id desc);

-- From a user to the reports of them and their content, and to those they have filed. A notorious account is reported
-- thousands of times at most, so open reports have an index of their own; type and reason are checked row by row.
create index reports_newest_by_owner on reports (subject_owner_id, created_at desc, id desc);
create index reports_newest_by_owner_status on reports (subject_owner_id, status, created_at desc, id desc);
create index reports_newest_by_reporter on reports (reporter_id, created_at desc, id desc);

-- A subject's own reports, and the newest of a facet that lost one.
create index reports_subject_facet on reports (subject_type, subject_id, status, reason, created_at desc, id desc);
create index reports_snapshot on reports (snapshot_id);

-- Filing a report: the one of the same key, and the reporter's open one of the same subject.
create unique index reports_client_key on reports (reporter_id, client_key)
  where client_key is not null;
create index reports_open_of_reporter on reports (reporter_id, subject_type, subject_id)
  where status in ('pending', 'reviewing');

-- Evidence that was copied from the same source.
create index report_snapshots_source on report_snapshots (source_hash)
  where source_hash is not null;

-- Each version of a report but its first has one event: a history has neither gaps nor forks.
create unique index report_events_history on report_events (report_id, version);
create index report_events_batch on report_events (batch_id) where batch_id is not null;

-- The list grouped by subject, newest first, by each combination of its filters.
create index report_subject_facets_newest on report_subject_facets (newest_at desc, newest_id desc);
create index report_subject_facets_by_status on report_subject_facets (status, newest_at desc, newest_id desc);
create index report_subject_facets_by_type on report_subject_facets (subject_type, newest_at desc, newest_id desc);
create index report_subject_facets_by_reason on report_subject_facets (reason, newest_at desc, newest_id desc);
create index report_subject_facets_by_status_type on report_subject_facets (status, subject_type, newest_at desc, newest_id desc);
create index report_subject_facets_by_status_reason on report_subject_facets (status, reason, newest_at desc, newest_id desc);
create index report_subject_facets_by_type_reason on report_subject_facets (subject_type, reason, newest_at desc, newest_id desc);
create index report_subject_facets_by_all on report_subject_facets (status, subject_type, reason, newest_at desc, newest_id desc);

create function reject_snapshot_change() returns trigger language plpgsql as $$
begin
  raise exception 'a snapshot is never altered';
end $$;
create trigger report_snapshots_immutable before update on report_snapshots
  for each row execute function reject_snapshot_change();

-- A report's subject and reporter never change: the counters below rely on it.
create function reject_report_change() returns trigger language plpgsql as $$
begin
  raise exception 'what a report is of never changes';
end $$;
create trigger reports_subject_fixed before update of subject_type, subject_id, reporter_id, created_at on reports for each row
  when ((old.subject_type, old.subject_id, old.reporter_id, old.created_at) is distinct from
        (new.subject_type, new.subject_id, new.reporter_id, new.created_at))
  execute function reject_report_change();

-- One element of each array is one report, added or taken away by its sign. Rows are locked in the order of their keys, so that two
-- batches cannot wait for each other.
create function add_to_report_facets(
  signs integer[], types text[], ids text[], statuses text[], reasons text[], times timestamptz[], report_ids text[]
) returns void language plpgsql volatile as $$
begin
  insert into report_group_counts as c (status, subject_type, reason, slot, count)
    select t.status, t.subject_type, t.reason, counter_slot(), sum(t.sign)
    from unnest(signs, types, statuses, reasons) as t(sign, subject_type, status, reason)
    group by 1, 2, 3 having sum(t.sign) <> 0 order by 1, 2, 3
    on conflict (status, subject_type, reason, slot) do update set count = c.count + excluded.count;

  insert into report_subject_facets as f (subject_type, subject_id, status, reason, reports_count, newest_at, newest_id)
    select t.subject_type, t.subject_id, t.status, t.reason, sum(t.sign),
           coalesce(max(t.at) filter (where t.sign > 0), '-infinity'),
           coalesce((array_agg(t.report_id order by t.at desc, t.report_id desc) filter (where t.sign > 0))[1], '')
    from unnest(signs, types, ids, statuses, reasons, times, report_ids)
      as t(sign, subject_type, subject_id, status, reason, at, report_id)
    group by 1, 2, 3, 4 order by 1, 2, 3, 4
    on conflict (subject_type, subject_id, status, reason) do update set
      reports_count = f.reports_count + excluded.reports_count,
      newest_at = greatest(f.newest_at, excluded.newest_at),
      newest_id = case when (excluded.newest_at, excluded.newest_id) > (f.newest_at, f.newest_id)
                       then excluded.newest_id else f.newest_id end;

  -- A facet that lost a report: another one may be its newest now.
  if -1 = any(signs) then
    update report_subject_facets f set newest_at = n.created_at, newest_id = n.id
      from (select distinct t.subject_type, t.subject_id, t.status, t.reason
            from unnest(signs, types, ids, statuses, reasons) as t(sign, subject_type, subject_id, status, reason)
            where t.sign < 0) lost
      cross join lateral (
        select r.created_at, r.id from reports r
        where (r.subject_type, r.subject_id, r.status, r.reason) = (lost.subject_type, lost.subject_id, lost.status, lost.reason)
        order by r.created_at desc, r.id desc limit 1) n
      where (f.subject_type, f.subject_id, f.status, f.reason) = (lost.subject_type, lost.subject_id, lost.status, lost.reason);
    delete from report_subject_facets f
      using unnest(signs, types, ids, statuses, reasons) as t(sign, subject_type, subject_id, status, reason)
      where t.sign < 0 and f.reports_count = 0
        and (f.subject_type, f.subject_id, f.status, f.reason) = (t.subject_type, t.subject_id, t.status, t.reason);
  end if;
end $$;

create function add_to_report_subjects(signs integer[], types text[], ids text[], reporters text[]) returns void
  language plpgsql volatile as $$
begin
  with changed as (
    insert into report_subject_reporters as p (subject_type, subject_id, reporter_id, reports_count)
      select t.subject_type, t.subject_id, t.reporter_id, sum(t.sign)
      from unnest(signs, types, ids, reporters) as t(sign, subject_type, subject_id, reporter_id)
      group by 1, 2, 3 order by 1, 2, 3
      on conflict (subject_type, subject_id, reporter_id) do update set reports_count = p.reports_count + excluded.reports_count
      returning p.subject_type, p.subject_id, p.reports_count, (xmax = 0) as is_new
  ), net as (
    select subject_type, subject_id, sum(case when is_new then 1 when reports_count = 0 then -1 else 0 end) as n
    from changed group by 1, 2
  )
  insert into report_subjects as c (subject_type, subject_id, reporters_count)
    select subject_type, subject_id, n from net where n <> 0 order by 1, 2
    on conflict (subject_type, subject_id) do update set reporters_count = c.reporters_count + excluded.reporters_count;

  if -1 = any(signs) then
    delete from report_subject_reporters p
      using unnest(signs, types, ids, reporters) as t(sign, subject_type, subject_id, reporter_id)
      where t.sign < 0 and p.reports_count = 0
        and (p.subject_type, p.subject_id, p.reporter_id) = (t.subject_type, t.subject_id, t.reporter_id);
    delete from report_subjects c using unnest(signs, types, ids) as t(sign, subject_type, subject_id)
      where t.sign < 0 and c.reporters_count = 0 and (c.subject_type, c.subject_id) = (t.subject_type, t.subject_id);
  end if;
end $$;

create function count_reports() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    perform add_to_counts('reports', array_agg(created_at), array_agg(1)),
            add_to_report_facets(array_agg(1), array_agg(subject_type), array_agg(subject_id), array_agg(status), array_agg(reason),
                                 array_agg(created_at), array_agg(id)),
            add_to_report_subjects(array_agg(1), array_agg(subject_type), array_agg(subject_id), array_agg(reporter_id))
      from new_rows having count(*) > 0;
  elsif tg_op = 'DELETE' then
    perform add_to_counts('reports', array_agg(created_at), array_agg(-1)),
            add_to_report_facets(array_agg(-1), array_agg(subject_type), array_agg(subject_id), array_agg(status), array_agg(reason),
                                 array_agg(created_at), array_agg(id)),
            add_to_report_subjects(array_agg(-1), array_agg(subject_type), array_agg(subject_id), array_agg(reporter_id))
      from old_rows having count(*) > 0;
  else
    perform add_to_report_facets(array_agg(net), array_agg(subject_type), array_agg(subject_id), array_agg(status), array_agg(reason),
                                 array_agg(created_at), array_agg(id))
      from (
        select subject_type, subject_id, status, reason, created_at, id, sum(sign)::integer as net from (
          select subject_type, subject_id, status, reason, created_at, id, 1 as sign from new_rows
          union all
          select subject_type, subject_id, status, reason, created_at, id, -1 from old_rows
        ) both_rows group by 1, 2, 3, 4, 5, 6 having sum(sign) <> 0
      ) changes having count(*) > 0;
  end if;
  return null;
end $$;
create trigger reports_counted_insert after insert on reports referencing new table as new_rows
  for each statement execute function count_reports();
create trigger reports_counted_update after update on reports referencing old table as old_rows new table as new_rows
  for each statement execute function count_reports();
create trigger reports_counted_delete after delete on reports referencing old table as old_rows
  for each statement execute function count_reports();

-- For bulk loads, which disable the triggers, and for repair; called by rebuild_counters() (0006_stats).
create function rebuild_report_counters() returns void language plpgsql as $$
begin
  delete from report_group_counts;
  delete from report_subject_facets;
  delete from report_subject_reporters;
  delete from report_subjects;
  insert into report_group_counts (status, subject_type, reason, slot, count)
    select status, subject_type, reason, 0, count(*) from reports group by 1, 2, 3;
  insert into report_subject_facets (subject_type, subject_id, status, reason, reports_count, newest_at, newest_id)
    select distinct on (subject_type, subject_id, status, reason) subject_type, subject_id, status, reason,
           count(*) over (partition by subject_type, subject_id, status, reason), created_at, id
    from reports order by subject_type, subject_id, status, reason, created_at desc, id desc;
  insert into report_subject_reporters (subject_type, subject_id, reporter_id, reports_count)
    select subject_type, subject_id, reporter_id, count(*) from reports group by 1, 2, 3;
  insert into report_subjects (subject_type, subject_id, reporters_count)
    select subject_type, subject_id, count(*) from report_subject_reporters group by 1, 2;
end $$;
