-- rebuild_counters() while others write: what is committed between two of its statements would be counted twice or not at all.

-- Locks all that is counted, until the transaction ends. Reading goes on. The locks are taken in short attempts: nobody
-- waits long behind one, and it is over before PostgreSQL looks for a deadlock, of which another transaction could be the victim.
-- Not "share row exclusive": rows that others have locked to write to them would then be waited for, and they for us.
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

alter function rebuild_counters() rename to compute_counters;

-- Computes every counter anew from the rows. For bulk loads, which switch the triggers off, and for repair.
create function rebuild_counters() returns void language plpgsql as $$
begin
  if current_setting('transaction_isolation') <> 'read committed' then
    raise exception 'rebuild_counters() needs read committed: it must see what was committed before it got its locks';
  end if;
  perform lock_counted_tables();
  perform compute_counters();
end $$;
