-- Contract: unused since 0.1.0. The histories of reports and the counters of subjects are moderation_events and
-- moderation_subjects now.

create or replace function count_reports() returns trigger language plpgsql as $$
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
end $$;

drop function add_to_report_subjects(integer[], text[], text[], text[]);
drop table report_subject_reporters;
drop table report_subjects;
drop table report_events;
