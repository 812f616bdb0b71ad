-- Counters, so that no call counts a large table (docs/decisions/003). Statement-level triggers keep them, whatever path a row takes
-- (the application, a cascade, COPY). Each counter is spread over slots by connection, so that concurrent writers rarely wait
-- for each other; a query sums the slots.

create table total_counts (
  metric text not null,
  slot smallint not null,
  count bigint not null,
  primary key (metric, slot)
);

-- By day of creation in Vietnam.
create table daily_counts (
  metric text not null,
  day date not null,
  slot smallint not null,
  count bigint not null,
  primary key (metric, day, slot)
);

create table user_group_counts (
  role text not null,
  is_disabled boolean not null,
  is_verified boolean not null,
  gender text not null,
  slot smallint not null,
  count bigint not null,
  primary key (role, is_disabled, is_verified, gender, slot)
);

create function counter_slot() returns smallint language sql volatile return (pg_backend_pid() % 16)::smallint;

create function vietnam_day(at timestamptz) returns date
  language sql immutable strict parallel safe
  return (at at time zone 'Asia/Ho_Chi_Minh')::date;

-- Adds the net of `times` (creation times), each with +1 or -1 in `signs`, to one metric's total and days.
create function add_to_counts(metric_name text, times timestamptz[], signs integer[]) returns void
  language sql volatile as $$
    with changes as (
      select vietnam_day(t.at) as day, sum(t.sign) as net
      from unnest(times, signs) as t(at, sign) group by 1
    ), total as (
      insert into total_counts as c (metric, slot, count)
      select metric_name, counter_slot(), sum(net) from changes having sum(net) <> 0
      on conflict (metric, slot) do update set count = c.count + excluded.count
    )
    insert into daily_counts as c (metric, day, slot, count)
    select metric_name, day, counter_slot(), net from changes where net <> 0 order by day
    on conflict (metric, day, slot) do update set count = c.count + excluded.count
  $$;

create function add_to_user_groups(signs integer[], roles text[], disabled boolean[], verified boolean[], genders text[])
  returns void language sql volatile as $$
    insert into user_group_counts as c (role, is_disabled, is_verified, gender, slot, count)
    select t.role, t.is_disabled, t.is_verified, coalesce(t.gender, ''), counter_slot(), sum(t.sign)
    from unnest(signs, roles, disabled, verified, genders) as t(sign, role, is_disabled, is_verified, gender)
    group by 1, 2, 3, 4 having sum(t.sign) <> 0 order by 1, 2, 3, 4
    on conflict (role, is_disabled, is_verified, gender, slot) do update set count = c.count + excluded.count
  $$;

-- What an update changes is the sum of the rows after it less the rows before it. A join of the two is planned for the one row
-- that a connection's first update changes, and takes the square of the rows in every later update.
create function count_users() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    perform add_to_counts('users', array_agg(created_at), array_agg(1))
      from new_rows where role = 'user' and deleted_at is null having count(*) > 0;
    perform add_to_user_groups(array_agg(1), array_agg(role), array_agg(is_disabled), array_agg(is_verified), array_agg(gender))
      from new_rows where deleted_at is null having count(*) > 0;
  elsif tg_op = 'DELETE' then
    perform add_to_counts('users', array_agg(created_at), array_agg(-1))
      from old_rows where role = 'user' and deleted_at is null having count(*) > 0;
    perform add_to_user_groups(array_agg(-1), array_agg(role), array_agg(is_disabled), array_agg(is_verified), array_agg(gender))
      from old_rows where deleted_at is null having count(*) > 0;
  else
    perform add_to_counts('users', array_agg(created_at), array_agg(net)) from (
      select created_at, sum(sign)::integer as net from (
        select created_at, 1 as sign from new_rows where role = 'user' and deleted_at is null
        union all
        select created_at, -1 from old_rows where role = 'user' and deleted_at is null
      ) both_rows group by 1 having sum(sign) <> 0
    ) changes having count(*) > 0;
    perform add_to_user_groups(array_agg(net), array_agg(role), array_agg(is_disabled), array_agg(is_verified), array_agg(gender)) from (
      select role, is_disabled, is_verified, gender, sum(sign)::integer as net from (
        select role, is_disabled, is_verified, gender, 1 as sign from new_rows where deleted_at is null
        union all
        select role, is_disabled, is_verified, gender, -1 from old_rows where deleted_at is null
      ) both_rows group by 1, 2, 3, 4 having sum(sign) <> 0
    ) changes having count(*) > 0;
  end if;
  return null;
end $$;
create trigger users_counted_insert after insert on accounts referencing new table as new_rows
  for each statement execute function count_users();
create trigger users_counted_update after update on accounts referencing old table as old_rows new table as new_rows
  for each statement execute function count_users();
create trigger users_counted_delete after delete on accounts referencing old table as old_rows
  for each statement execute function count_users();

-- Here and below, accounts are locked in the order of their ids, so that two transactions cannot wait for each other.
create function add_to_author_counts(column_name text, ids text[], signs integer[]) returns void
  language plpgsql volatile as $$
begin
  perform 1 from users u where u.id in (select unnest(ids)) order by u.id for no key update;
  execute format(
    'update users u set %1$I = u.%1$I + d.net from (
       select t.id, sum(t.sign)::integer as net from unnest($1, $2) as t(id, sign) group by t.id having sum(t.sign) <> 0
     ) d where u.id = d.id', column_name) using ids, signs;
end $$;

create function count_posts() returns trigger language plpgsql as $$
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
    perform add_to_counts('posts', array_agg(created_at), array_agg(net)),
            add_to_author_counts('posts_count', array_agg(author_id), array_agg(net))
      from (
        select author_id, created_at, sum(sign)::integer as net from (
          select author_id, created_at, 1 as sign from new_rows where deleted_at is null
          union all
          select author_id, created_at, -1 from old_rows where deleted_at is null
        ) both_rows group by 1, 2 having sum(sign) <> 0
      ) changes having count(*) > 0;
  end if;
  return null;
end $$;
create trigger posts_counted_insert after insert on posts referencing new table as new_rows
  for each statement execute function count_posts();
create trigger posts_counted_update after update on posts referencing old table as old_rows new table as new_rows
  for each statement execute function count_posts();
create trigger posts_counted_delete after delete on posts referencing old table as old_rows
  for each statement execute function count_posts();

create function count_travel_posts() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    perform add_to_counts('travel_posts', array_agg(created_at), array_agg(1)),
            add_to_author_counts('travel_posts_count', array_agg(author_id), array_agg(1))
      from new_rows where deleted_at is null having count(*) > 0;
  elsif tg_op = 'DELETE' then
    perform add_to_counts('travel_posts', array_agg(created_at), array_agg(-1)),
            add_to_author_counts('travel_posts_count', array_agg(author_id), array_agg(-1))
      from old_rows where deleted_at is null having count(*) > 0;
  else
    perform add_to_counts('travel_posts', array_agg(created_at), array_agg(net)),
            add_to_author_counts('travel_posts_count', array_agg(author_id), array_agg(net))
      from (
        select author_id, created_at, sum(sign)::integer as net from (
          select author_id, created_at, 1 as sign from new_rows where deleted_at is null
          union all
          select author_id, created_at, -1 from old_rows where deleted_at is null
        ) both_rows group by 1, 2 having sum(sign) <> 0
      ) changes having count(*) > 0;
  end if;
  return null;
end $$;
create trigger travel_posts_counted_insert after insert on travel_posts referencing new table as new_rows
  for each statement execute function count_travel_posts();
create trigger travel_posts_counted_update after update on travel_posts referencing old table as old_rows new table as new_rows
  for each statement execute function count_travel_posts();
create trigger travel_posts_counted_delete after delete on travel_posts referencing old table as old_rows
  for each statement execute function count_travel_posts();

-- Both sides are locked in one order first, so that two users who follow each other at once cannot wait for each other.
create function count_follows() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    perform 1 from users u where u.id in (select follower_id from new_rows union all select followee_id from new_rows)
      order by u.id for no key update;
    perform add_to_author_counts('following_count', array_agg(follower_id), array_agg(1)),
            add_to_author_counts('followers_count', array_agg(followee_id), array_agg(1)) from new_rows having count(*) > 0;
  else
    perform 1 from users u where u.id in (select follower_id from old_rows union all select followee_id from old_rows)
      order by u.id for no key update;
    perform add_to_author_counts('following_count', array_agg(follower_id), array_agg(-1)),
            add_to_author_counts('followers_count', array_agg(followee_id), array_agg(-1)) from old_rows having count(*) > 0;
  end if;
  return null;
end $$;
create trigger follows_counted_insert after insert on follows referencing new table as new_rows
  for each statement execute function count_follows();
create trigger follows_counted_delete after delete on follows referencing old table as old_rows
  for each statement execute function count_follows();

-- Likes of one post; `tg_argv` names the parent table, its counter and the child's column.
create function count_on_parent() returns trigger language plpgsql as $$
declare
  parent text := tg_argv[0];
  counter text := tg_argv[1];
  child_column text := tg_argv[2];
  sign integer := case when tg_op = 'INSERT' then 1 else -1 end;
  changed text := case when tg_op = 'INSERT' then 'new_rows' else 'old_rows' end;
begin
  execute format(
    'with net as (select %3$I as id, count(*)::integer as n from %4$I where %3$I is not null group by 1),
          locked as (select p.id from %1$I p where p.id in (select id from net) order by p.id for no key update)
     update %1$I p set %2$I = p.%2$I + $1 * net.n from net, locked where p.id = net.id and locked.id = p.id',
    parent, counter, child_column, changed) using sign;
  return null;
end $$;
create trigger post_likes_counted_insert after insert on post_likes referencing new table as new_rows
  for each statement execute function count_on_parent('posts', 'likes_count', 'post_id');
create trigger post_likes_counted_delete after delete on post_likes referencing old table as old_rows
  for each statement execute function count_on_parent('posts', 'likes_count', 'post_id');
create trigger travel_post_likes_counted_insert after insert on travel_post_likes referencing new table as new_rows
  for each statement execute function count_on_parent('travel_posts', 'likes_count', 'travel_post_id');
create trigger travel_post_likes_counted_delete after delete on travel_post_likes referencing old table as old_rows
  for each statement execute function count_on_parent('travel_posts', 'likes_count', 'travel_post_id');

-- Comments that are not deleted; `tg_argv` names the parent table and the child's column.
create function count_comments() returns trigger language plpgsql as $$
declare
  parent text := tg_argv[0];
  child_column text := tg_argv[1];
  changes text := case tg_op
    when 'INSERT' then 'select %2$I as id, 1 as sign from new_rows where deleted_at is null'
    when 'DELETE' then 'select %2$I as id, -1 as sign from old_rows where deleted_at is null'
    else 'select %2$I as id, 1 as sign from new_rows where deleted_at is null
          union all select %2$I, -1 from old_rows where deleted_at is null'
  end;
begin
  execute format(
    'with net as (select id, sum(sign)::integer as n from (' || changes || ') c where id is not null
          group by 1 having sum(sign) <> 0),
          locked as (select p.id from %1$I p where p.id in (select id from net) order by p.id for no key update)
     update %1$I p set comments_count = p.comments_count + net.n from net, locked where p.id = net.id and locked.id = p.id',
    parent, child_column);
  return null;
end $$;
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

-- Locks all that is counted until the transaction ends; queries go on. The locks are taken in short attempts: nothing waits
-- long behind one, and it is over before PostgreSQL looks for a deadlock, of which another transaction could be the victim.
-- Not "share row exclusive": then rows that others have locked to write to them would be waited for, and they for us.
create function lock_counted_tables() returns void language plpgsql set lock_timeout = '400ms' as $$
begin
  for attempt in 1..100 loop
    begin
      lock table accounts, posts, travel_posts, post_likes, travel_post_likes, comments, follows, reports in exclusive mode;
      return;
    exception when lock_not_available or deadlock_detected then
      perform pg_sleep(0.05 + random() * 0.2);
    end;
  end loop;
  raise exception 'the tables to be counted are in use: try again, or stop the servers' using errcode = 'lock_not_available';
end $$;

create function compute_counters() returns void language plpgsql as $$
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

-- Computes every counter anew from the rows, and what else triggers keep. For bulk loads, which disable the triggers, and for
-- repair.
create function rebuild_counters() returns void language plpgsql as $$
begin
  if current_setting('transaction_isolation') <> 'read committed' then
    raise exception 'rebuild_counters() needs read committed: it must see what was committed before it got its locks';
  end if;
  perform lock_counted_tables();
  perform compute_counters();
  perform fill_content_texts();
  perform fill_content_created_at();
end $$;
