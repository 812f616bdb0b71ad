-- The list of reports is searched. What a search reads is in a table of its own, one row a report: the description is in the report,
-- the content in its evidence, and a search by several indexes could not say which is the newest match. A column of reports would
-- rewrite each row in all of its indexes once, and be read with each of them.

create table report_texts (
  report_id text collate "C" primary key references reports on delete cascade,
  -- Description, title, content and the owner's name, as reported, one line each, folded like messages. A reporter's name
  -- is not among them: it goes with the account.
  search_text text not null
);

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

-- First nearly all, while reports are filed; then the trigger, and what was filed meanwhile.
select fill_report_texts();
create trigger reports_texts after insert on reports referencing new table as new_rows
  for each statement execute function store_report_texts();
select fill_report_texts();

-- As in 0017_case_tables_removed, and the texts.
create or replace function rebuild_report_counters() returns void language plpgsql as $$
begin
  delete from report_group_counts;
  delete from report_subject_facets;
  insert into report_group_counts (status, subject_type, reason, slot, count)
    select status, subject_type, reason, 0, count(*) from reports group by 1, 2, 3;
  insert into report_subject_facets (subject_type, subject_id, status, reason, reports_count, newest_at, newest_id)
    select distinct on (subject_type, subject_id, status, reason) subject_type, subject_id, status, reason,
           count(*) over (partition by subject_type, subject_id, status, reason), created_at, id
    from reports order by subject_type, subject_id, status, reason, created_at desc, id desc;
  perform rebuild_moderation_subjects();
  perform fill_report_texts();
end $$;
