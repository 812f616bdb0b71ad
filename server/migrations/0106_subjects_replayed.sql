-- Contract: unused since 0.1.0 but by a server that fills an empty database, beside which no other one runs. The state of subjects
-- from their events is applyEvent's alone (server/src/moderation/subjects/replay-subjects.ts).

-- As in 0034_report_search, without the subjects.
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
  perform fill_report_texts();
end $$;

drop function rebuild_moderation_subjects();
drop function rebuild_subject_states();
drop function set_due_times();
drop function due_subjects();
drop function subject_priority(integer, integer, integer, integer, timestamptz);
