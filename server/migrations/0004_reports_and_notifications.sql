-- Reports with their evidence and history, notifications, and deletions of posts and comments that can be undone.

-- Set while a deletion can still be undone; such a row is shown nowhere and counted nowhere.
alter table posts add column deleted_at timestamptz(3);
alter table comments add column deleted_at timestamptz(3);

drop index posts_author_newest;
create index posts_author_newest on posts (author_id, created_at desc, id desc) where deleted_at is null;
-- For the cascade from users, which must find deleted rows too.
create index posts_author on posts (author_id);
create index posts_deleted on posts (deleted_at) where deleted_at is not null;
create index comments_deleted on comments (deleted_at) where deleted_at is not null;

-- No foreign keys to whom and what a report names: it outlives both.
create table report_snapshots (
  -- SHA-256 of the content, so that many reports of an unaltered thing share one.
  id text collate "C" primary key,
  content jsonb not null,
  created_at timestamptz(3) not null
);
create function refuse_snapshot_change() returns trigger language plpgsql as $$
begin
  raise exception 'a snapshot is never altered';
end $$;
create trigger report_snapshots_immutable before update on report_snapshots
  for each row execute function refuse_snapshot_change();

create table reports (
  id text collate "C" primary key,
  reporter_id text collate "C" not null,
  item_type text not null constraint reports_item_type_check check (item_type in ('User', 'Post', 'TravelPost', 'Comment')),
  item_id text collate "C" not null,
  -- Whose account or content it was; null only in imported rows.
  item_author_id text collate "C",
  reason text not null,
  description text not null,
  status text not null default 'pending'
    constraint reports_status_check check (status in ('pending', 'reviewing', 'resolved', 'rejected')),
  version integer not null default 1,
  snapshot_id text collate "C" references report_snapshots,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null
);
create index reports_newest on reports (created_at desc, id desc);
create index reports_newest_by_status on reports (status, created_at desc, id desc);
create index reports_newest_by_type on reports (item_type, created_at desc, id desc);
create index reports_newest_by_reason on reports (reason, created_at desc, id desc);
create index reports_newest_by_status_type on reports (status, item_type, created_at desc, id desc);
create index reports_newest_by_status_reason on reports (status, reason, created_at desc, id desc);
create index reports_newest_by_type_reason on reports (item_type, reason, created_at desc, id desc);
create index reports_newest_by_all on reports (status, item_type, reason, created_at desc, id desc);
create index reports_case_facet on reports (item_type, item_id, status, reason, created_at desc, id desc);
create index reports_reporter on reports (reporter_id, created_at desc);
create index reports_snapshot on reports (snapshot_id);

-- What happened to a report: who, what, when. Gone with the report; the audit trail keeps its own record.
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
-- Each version of a report but its first has one event: a history has neither gaps nor forks.
create unique index report_events_history on report_events (report_id, version);
create index report_events_batch on report_events (batch_id) where batch_id is not null;

-- One thing's reports in one status for one reason. A list grouped by thing reads these: a thing has 28 at most.
create table report_case_facets (
  item_type text not null,
  item_id text collate "C" not null,
  status text not null,
  reason text not null,
  reports_count integer not null,
  newest_at timestamptz(3) not null,
  newest_id text collate "C" not null,
  primary key (item_type, item_id, status, reason)
);
create index report_case_facets_newest on report_case_facets (newest_at desc, newest_id desc);
create index report_case_facets_by_status on report_case_facets (status, newest_at desc, newest_id desc);
create index report_case_facets_by_type on report_case_facets (item_type, newest_at desc, newest_id desc);
create index report_case_facets_by_reason on report_case_facets (reason, newest_at desc, newest_id desc);
create index report_case_facets_by_status_type on report_case_facets (status, item_type, newest_at desc, newest_id desc);
create index report_case_facets_by_status_reason on report_case_facets (status, reason, newest_at desc, newest_id desc);
create index report_case_facets_by_type_reason on report_case_facets (item_type, reason, newest_at desc, newest_id desc);
create index report_case_facets_by_all on report_case_facets (status, item_type, reason, newest_at desc, newest_id desc);

create table report_case_reporters (
  item_type text not null,
  item_id text collate "C" not null,
  reporter_id text collate "C" not null,
  reports_count integer not null,
  primary key (item_type, item_id, reporter_id)
);
-- How many people reported a thing.
create table report_cases (
  item_type text not null,
  item_id text collate "C" not null,
  reporters_count integer not null,
  primary key (item_type, item_id)
);

-- Numbers beside the filters.
create table report_group_counts (
  status text not null,
  item_type text not null,
  reason text not null,
  slot smallint not null,
  count bigint not null,
  primary key (status, item_type, reason, slot)
);

create table notifications (
  id text collate "C" primary key,
  admin_id text collate "C" not null references users on delete cascade,
  type text not null,
  report_id text collate "C",
  sender_name text,
  sender_avatar_url text,
  message text,
  is_read boolean not null default false,
  created_at timestamptz(3) not null
);
create index notifications_newest on notifications (admin_id, id desc);
create index notifications_unread on notifications (admin_id, id desc) where not is_read;

-- Which notifications are still to be told to the realtime database as they are by then (or that they are gone), in the
-- order of `id` for each administrator.
create table notification_outbox (
  id bigint generated always as identity primary key,
  admin_id text collate "C" not null,
  notification_id text collate "C" not null,
  -- Both matter only in an administrator's first row, which the others wait for.
  attempts integer not null default 0,
  next_attempt_at timestamptz(3) not null
);
create index notification_outbox_admin on notification_outbox (admin_id, id);

-- Counters of reports ------------------------------------------------------------------------------------------------

-- `facets` carry a sign each; rows are locked in the order of their keys, so that two batches cannot wait for each other.
create function add_to_report_facets(
  signs integer[], types text[], ids text[], statuses text[], reasons text[], times timestamptz[], report_ids text[]
) returns void language plpgsql volatile as $$
begin
  insert into report_group_counts as c (status, item_type, reason, slot, count)
    select t.status, t.item_type, t.reason, counter_slot(), sum(t.sign)
    from unnest(signs, types, statuses, reasons) as t(sign, item_type, status, reason)
    group by 1, 2, 3 having sum(t.sign) <> 0 order by 1, 2, 3
    on conflict (status, item_type, reason, slot) do update set count = c.count + excluded.count;

  insert into report_case_facets as f (item_type, item_id, status, reason, reports_count, newest_at, newest_id)
    select t.item_type, t.item_id, t.status, t.reason, sum(t.sign),
           coalesce(max(t.at) filter (where t.sign > 0), '-infinity'),
           coalesce((array_agg(t.report_id order by t.at desc, t.report_id desc) filter (where t.sign > 0))[1], '')
    from unnest(signs, types, ids, statuses, reasons, times, report_ids)
      as t(sign, item_type, item_id, status, reason, at, report_id)
    group by 1, 2, 3, 4 order by 1, 2, 3, 4
    on conflict (item_type, item_id, status, reason) do update set
      reports_count = f.reports_count + excluded.reports_count,
      newest_at = greatest(f.newest_at, excluded.newest_at),
      newest_id = case when (excluded.newest_at, excluded.newest_id) > (f.newest_at, f.newest_id)
                       then excluded.newest_id else f.newest_id end;

  -- What lost a report: the newest may be another one now.
  if -1 = any(signs) then
    update report_case_facets f set newest_at = n.created_at, newest_id = n.id
      from (select distinct t.item_type, t.item_id, t.status, t.reason
            from unnest(signs, types, ids, statuses, reasons) as t(sign, item_type, item_id, status, reason)
            where t.sign < 0) lost
      cross join lateral (
        select r.created_at, r.id from reports r
        where (r.item_type, r.item_id, r.status, r.reason) = (lost.item_type, lost.item_id, lost.status, lost.reason)
        order by r.created_at desc, r.id desc limit 1) n
      where (f.item_type, f.item_id, f.status, f.reason) = (lost.item_type, lost.item_id, lost.status, lost.reason);
    delete from report_case_facets f
      using unnest(signs, types, ids, statuses, reasons) as t(sign, item_type, item_id, status, reason)
      where t.sign < 0 and f.reports_count = 0
        and (f.item_type, f.item_id, f.status, f.reason) = (t.item_type, t.item_id, t.status, t.reason);
  end if;
end $$;

create function add_to_report_cases(signs integer[], types text[], ids text[], reporters text[]) returns void
  language plpgsql volatile as $$
begin
  with people as (
    insert into report_case_reporters as p (item_type, item_id, reporter_id, reports_count)
      select t.item_type, t.item_id, t.reporter_id, sum(t.sign)
      from unnest(signs, types, ids, reporters) as t(sign, item_type, item_id, reporter_id)
      group by 1, 2, 3 order by 1, 2, 3
      on conflict (item_type, item_id, reporter_id) do update set reports_count = p.reports_count + excluded.reports_count
      returning p.item_type, p.item_id, p.reports_count, (xmax = 0) as is_new
  ), net as (
    select item_type, item_id, sum(case when is_new then 1 when reports_count = 0 then -1 else 0 end) as n
    from people group by 1, 2
  )
  insert into report_cases as c (item_type, item_id, reporters_count)
    select item_type, item_id, n from net where n <> 0 order by 1, 2
    on conflict (item_type, item_id) do update set reporters_count = c.reporters_count + excluded.reporters_count;

  if -1 = any(signs) then
    delete from report_case_reporters p
      using unnest(signs, types, ids, reporters) as t(sign, item_type, item_id, reporter_id)
      where t.sign < 0 and p.reports_count = 0
        and (p.item_type, p.item_id, p.reporter_id) = (t.item_type, t.item_id, t.reporter_id);
    delete from report_cases c using unnest(signs, types, ids) as t(sign, item_type, item_id)
      where t.sign < 0 and c.reporters_count = 0 and (c.item_type, c.item_id) = (t.item_type, t.item_id);
  end if;
end $$;

create function count_reports() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    perform add_to_counts('reports', array_agg(created_at), array_agg(1)),
            add_to_report_facets(array_agg(1), array_agg(item_type), array_agg(item_id), array_agg(status), array_agg(reason),
                                 array_agg(created_at), array_agg(id)),
            add_to_report_cases(array_agg(1), array_agg(item_type), array_agg(item_id), array_agg(reporter_id))
      from new_rows having count(*) > 0;
  elsif tg_op = 'DELETE' then
    perform add_to_counts('reports', array_agg(created_at), array_agg(-1)),
            add_to_report_facets(array_agg(-1), array_agg(item_type), array_agg(item_id), array_agg(status), array_agg(reason),
                                 array_agg(created_at), array_agg(id)),
            add_to_report_cases(array_agg(-1), array_agg(item_type), array_agg(item_id), array_agg(reporter_id))
      from old_rows having count(*) > 0;
  else
    perform add_to_report_facets(array_agg(sign), array_agg(item_type), array_agg(item_id), array_agg(status), array_agg(reason),
                                 array_agg(created_at), array_agg(id))
      from (
        select 1 as sign, n.item_type, n.item_id, n.status, n.reason, n.created_at, n.id
          from new_rows n join old_rows o using (id) where (n.status, n.reason) <> (o.status, o.reason)
        union all
        select -1, o.item_type, o.item_id, o.status, o.reason, o.created_at, o.id
          from new_rows n join old_rows o using (id) where (n.status, n.reason) <> (o.status, o.reason)
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

-- What a report is of and who filed it never changes: the counters above rely on it.
create function refuse_report_change() returns trigger language plpgsql as $$
begin
  raise exception 'what a report is of never changes';
end $$;
create trigger reports_subject_fixed before update of item_type, item_id, reporter_id, created_at on reports for each row
  when ((old.item_type, old.item_id, old.reporter_id, old.created_at) is distinct from
        (new.item_type, new.item_id, new.reporter_id, new.created_at))
  execute function refuse_report_change();

-- Deleted posts and comments count nowhere ---------------------------------------------------------------------------

create or replace function count_posts() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    perform add_to_counts('posts', array_agg(created_at), array_agg(1)),
            add_to_author_counts('posts_count', array_agg(author_id), array_agg(1))
      from new_rows where deleted_at is null having count(*) > 0;
  elsif tg_op = 'DELETE' then
    perform add_to_counts('posts', array_agg(created_at), array_agg(-1)),
            add_to_author_counts('posts_count', array_agg(author_id), array_agg(-1))
      from old_rows where deleted_at is null having count(*) > 0;
  else
    perform add_to_counts('posts', array_agg(created_at), array_agg(sign)),
            add_to_author_counts('posts_count', array_agg(author_id), array_agg(sign))
      from (
        select n.author_id, n.created_at, case when n.deleted_at is null then 1 else -1 end as sign
        from new_rows n join old_rows o using (id)
        where (n.deleted_at is null) <> (o.deleted_at is null)
      ) changes having count(*) > 0;
  end if;
  return null;
end $$;
create trigger posts_counted_update after update on posts referencing old table as old_rows new table as new_rows
  for each statement execute function count_posts();

create function count_comments() returns trigger language plpgsql as $$
declare
  parent text := tg_argv[0];
  child_column text := tg_argv[1];
  changes text := case tg_op
    when 'INSERT' then 'select %2$I as id, 1 as sign from new_rows where deleted_at is null'
    when 'DELETE' then 'select %2$I as id, -1 as sign from old_rows where deleted_at is null'
    else 'select n.%2$I as id, case when n.deleted_at is null then 1 else -1 end as sign
          from new_rows n join old_rows o using (id) where (n.deleted_at is null) <> (o.deleted_at is null)'
  end;
begin
  execute format(
    'with net as (select id, sum(sign)::integer as n from (' || changes || ') c where id is not null group by 1),
          locked as (select p.id from %1$I p where p.id in (select id from net) order by p.id for no key update)
     update %1$I p set comments_count = p.comments_count + net.n from net, locked where p.id = net.id and locked.id = p.id',
    parent, child_column);
  return null;
end $$;
drop trigger comments_counted_insert_post on comments;
drop trigger comments_counted_delete_post on comments;
drop trigger comments_counted_insert_travel on comments;
drop trigger comments_counted_delete_travel on comments;
create trigger comments_counted_insert_post after insert on comments referencing new table as new_rows
  for each statement execute function count_comments('posts', 'post_id');
create trigger comments_counted_update_post after update on comments referencing old table as old_rows new table as new_rows
  for each statement execute function count_comments('posts', 'post_id');
create trigger comments_counted_delete_post after delete on comments referencing old table as old_rows
  for each statement execute function count_comments('posts', 'post_id');
create trigger comments_counted_insert_travel after insert on comments referencing new table as new_rows
  for each statement execute function count_comments('travel_posts', 'travel_post_id');
create trigger comments_counted_update_travel after update on comments referencing old table as old_rows new table as new_rows
  for each statement execute function count_comments('travel_posts', 'travel_post_id');
create trigger comments_counted_delete_travel after delete on comments referencing old table as old_rows
  for each statement execute function count_comments('travel_posts', 'travel_post_id');

-- For bulk loads, which switch the triggers off, and for repair; called by rebuild_counters().
create function rebuild_report_counters() returns void language plpgsql as $$
begin
  delete from report_group_counts;
  delete from report_case_facets;
  delete from report_case_reporters;
  delete from report_cases;
  insert into report_group_counts (status, item_type, reason, slot, count)
    select status, item_type, reason, 0, count(*) from reports group by 1, 2, 3;
  insert into report_case_facets (item_type, item_id, status, reason, reports_count, newest_at, newest_id)
    select distinct on (item_type, item_id, status, reason) item_type, item_id, status, reason,
           count(*) over (partition by item_type, item_id, status, reason), created_at, id
    from reports order by item_type, item_id, status, reason, created_at desc, id desc;
  insert into report_case_reporters (item_type, item_id, reporter_id, reports_count)
    select item_type, item_id, reporter_id, count(*) from reports group by 1, 2, 3;
  insert into report_cases (item_type, item_id, reporters_count)
    select item_type, item_id, count(*) from report_case_reporters group by 1, 2;
end $$;

-- Computes every counter anew from the rows. For bulk loads, which switch the triggers off, and for repair.
create or replace function rebuild_counters() returns void language plpgsql as $$
begin
  delete from total_counts;
  delete from daily_counts;
  delete from user_group_counts;
  insert into daily_counts (metric, day, slot, count)
    select 'users', vietnam_day(created_at), 0, count(*) from users where role = 'user' group by 2
    union all
    select 'posts', vietnam_day(created_at), 0, count(*) from posts where deleted_at is null group by 2
    union all
    select 'travel_posts', vietnam_day(created_at), 0, count(*) from travel_posts where deleted_at is null group by 2
    union all
    select 'reports', vietnam_day(created_at), 0, count(*) from reports group by 2;
  insert into total_counts (metric, slot, count) select metric, 0, sum(count) from daily_counts group by 1;
  insert into user_group_counts (role, is_disabled, is_verified, gender, slot, count)
    select role, is_disabled, is_verified, coalesce(gender, ''), 0, count(*) from users group by 1, 2, 3, 4;

  update posts p set likes_count = c.likes, comments_count = c.comments
    from (select x.id, coalesce(l.n, 0) as likes, coalesce(m.n, 0) as comments from posts x
          left join (select post_id, count(*)::integer as n from post_likes group by 1) l on l.post_id = x.id
          left join (select post_id, count(*)::integer as n from comments where deleted_at is null group by 1) m on m.post_id = x.id) c
    where p.id = c.id and (p.likes_count, p.comments_count) <> (c.likes, c.comments);
  update travel_posts p set likes_count = c.likes, comments_count = c.comments
    from (select x.id, coalesce(l.n, 0) as likes, coalesce(m.n, 0) as comments from travel_posts x
          left join (select travel_post_id, count(*)::integer as n from travel_post_likes group by 1) l on l.travel_post_id = x.id
          left join (select travel_post_id, count(*)::integer as n from comments where deleted_at is null group by 1) m on m.travel_post_id = x.id) c
    where p.id = c.id and (p.likes_count, p.comments_count) <> (c.likes, c.comments);
  update users u set posts_count = c.posts, travel_posts_count = c.travel, followers_count = c.followers, following_count = c.following
    from (select x.id, coalesce(p.n, 0) as posts, coalesce(t.n, 0) as travel, coalesce(a.n, 0) as followers, coalesce(b.n, 0) as following
          from users x
          left join (select author_id, count(*)::integer as n from posts where deleted_at is null group by 1) p on p.author_id = x.id
          left join (select author_id, count(*)::integer as n from travel_posts where deleted_at is null group by 1) t on t.author_id = x.id
          left join (select followee_id, count(*)::integer as n from follows group by 1) a on a.followee_id = x.id
          left join (select follower_id, count(*)::integer as n from follows group by 1) b on b.follower_id = x.id) c
    where u.id = c.id
      and (u.posts_count, u.travel_posts_count, u.followers_count, u.following_count) <> (c.posts, c.travel, c.followers, c.following);
  perform rebuild_report_counters();
end $$;
