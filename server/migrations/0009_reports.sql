-- Reports, their evidence, their list and its counters. A report's subject is the account, post or comment that it is of; what
-- happens to it is in the subject's events (0010_subjects).

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
  subject_comments_count integer,
  -- By which decision it has its status, and which one it had before: that is what an undo gives back. Null once the report was
  -- changed by itself.
  decision_id text collate "C",
  status_before_decision text,
  -- The version that the subject had when the report was last changed: says which changes of the subject are still to come.
  subject_version integer not null default 0,
  -- The policy that it names beside its reason, such as child safety; null without one.
  policy_key text collate "C" references policies (key)
);

-- A change of many reports of a subject is made at once, and its rows follow in steps (docs/decisions/043). These are such changes
-- whose reports are not all changed yet. Deleted with the last one.
create table report_bulk_changes (
  id text collate "C" primary key,
  subject_type text not null,
  subject_id text collate "C" not null,
  -- The version that the subject had: no report that was filed or changed at a later one is part of it.
  subject_version integer not null,
  -- Either all open reports get this status, …
  status text
    constraint report_bulk_changes_status_check check (status in ('pending', 'reviewing', 'resolved', 'rejected')),
  -- … or those that have their status by this decision get the one before.
  undone_id text collate "C",
  -- By which decision they have it then; null for what cannot be undone in its turn.
  decision_id text collate "C",
  -- Whose notifications are read by it; null for those of all administrators.
  reader_id text collate "C",
  created_at timestamptz(3) not null,
  constraint report_bulk_changes_kind_check check ((status is null) <> (undone_id is null)),
  unique (subject_type, subject_id, subject_version)
);

-- A report as it is after changes of its subject, in their order. The only code that knows what they do to a report.
create function report_after_changes(report reports, changes report_bulk_changes[]) returns reports language plpgsql immutable as $$
declare
  change report_bulk_changes;
  status_to_be text;
begin
  foreach change in array coalesce(changes, '{}') loop
    continue when report.subject_version > change.subject_version;
    if change.undone_id is null then
      continue when report.status not in ('pending', 'reviewing') or report.status = change.status;
      status_to_be := change.status;
    else
      continue when report.decision_id is distinct from change.undone_id;
      status_to_be := report.status_before_decision;
    end if;
    report.status_before_decision := case when change.decision_id is not null then report.status end;
    report.status := status_to_be;
    report.decision_id := change.decision_id;
    report.subject_version := change.subject_version;
    report.version := report.version + 1;
    report.updated_at := change.created_at;
  end loop;
  return report;
end $$;

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

-- Filing a report: the one of the same key, and what the reporter has reported of the same subject, open or not.
create unique index reports_client_key on reports (reporter_id, client_key)
  where client_key is not null;
create index reports_of_reporter on reports (reporter_id, subject_type, subject_id);
-- What became of the reports that a user has filed: counted without their rows.
create index reports_of_reporter_by_status on reports (reporter_id, status);

-- The reports that have their status by a decision: what an undo gives back, and whom a letter reaches.
create index reports_decision_reporter on reports (decision_id, reporter_id, id) where decision_id is not null;
-- The reports of a subject that name a policy: few, however many it has.
create index reports_of_policy on reports (subject_type, subject_id) where policy_key is not null;

-- Evidence that was copied from the same source.
create index report_snapshots_source on report_snapshots (source_hash)
  where source_hash is not null;

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

create function count_reports() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    perform add_to_counts('reports', array_agg(created_at), array_agg(1)),
            add_to_report_facets(array_agg(1), array_agg(subject_type), array_agg(subject_id), array_agg(status), array_agg(reason),
                                 array_agg(created_at), array_agg(id))
      from new_rows having count(*) > 0;
  elsif tg_op = 'DELETE' then
    perform add_to_counts('reports', array_agg(created_at), array_agg(-1)),
            add_to_report_facets(array_agg(-1), array_agg(subject_type), array_agg(subject_id), array_agg(status), array_agg(reason),
                                 array_agg(created_at), array_agg(id))
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

-- The list of reports is searched. What a search reads is in a table of its own, one row a report: the description is in the report,
-- the content in its evidence, and a search by several indexes could not say which is the newest match. A column of reports would
-- be read with each of them.

create table report_texts (
  report_id text collate "C" primary key references reports on delete cascade,
  -- Description, title, content and the owner's name, as reported, one line each, folded like messages. A reporter's name
  -- is not among them: it goes with the account.
  search_text text not null
);
-- Filing a report must not wait for it: a short list takes its words in, which each search scans.
create index report_texts_words on report_texts using gin (word_pairs(search_text))
  with (fastupdate = on, gin_pending_list_limit = 1024);

-- All of it is folded at once: for each field by itself a million reports would take ten times as long. No text has U+0001.
-- @param evidence the content of the report's snapshot; null without evidence
create function report_search_text(description text, evidence jsonb) returns text
  language sql stable parallel safe
  return replace(normalize_search(regexp_replace(
    concat_ws(U&'\0001', description, evidence #>> '{post,title}', evidence #>> '{post,content}', evidence #>> '{comment,content}',
      evidence #>> '{user,bio}', coalesce(evidence #>> '{user,username}', evidence #>> '{comment,author,username}',
        evidence #>> '{post,author,username}')),
    '[\u0009-\u000d\u0020\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]+', ' ', 'g')), U&'\0001', E'\n');

-- The texts of all reports that have none. For bulk loads, which disable the trigger. A table that is empty when the statement is planned
-- would be read again for each report, with all that was inserted so far.
create function fill_report_texts() returns void language sql volatile set enable_nestloop = off as $$
  insert into report_texts (report_id, search_text)
    select r.id, report_search_text(r.description, s.content)
    from reports r left join report_snapshots s on s.id = r.snapshot_id
    where not exists (select from report_texts t where t.report_id = r.id)
    on conflict (report_id) do nothing
$$;

create function store_report_texts() returns trigger language plpgsql as $$
begin
  insert into report_texts (report_id, search_text)
    select r.id, report_search_text(r.description, s.content)
    from new_rows r left join report_snapshots s on s.id = r.snapshot_id;
  return null;
end $$;
create trigger reports_texts after insert on reports referencing new table as new_rows
  for each statement execute function store_report_texts();

-- Counters and texts. For bulk loads, which disable the triggers, and for repair; called by rebuild_counters() (0006_counters).
create function rebuild_report_counters() returns void language plpgsql as $$
begin
  delete from report_group_counts;
  delete from report_subject_facets;
  insert into report_group_counts (status, subject_type, reason, slot, count)
    select status, subject_type, reason, 0, count(*) from reports group by 1, 2, 3;
  insert into report_subject_facets (subject_type, subject_id, status, reason, reports_count, newest_at, newest_id)
    select distinct on (subject_type, subject_id, status, reason) subject_type, subject_id, status, reason,
           count(*) over (partition by subject_type, subject_id, status, reason), created_at, id
    from reports order by subject_type, subject_id, status, reason, created_at desc, id desc;
  perform fill_report_texts();
end $$;
