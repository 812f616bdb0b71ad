-- Deleting an account closes it at once; what it leaves behind is removed in small steps (docs/decisions/034).

-- Every account. `users` shows those that are not deleted, to every query of this version and of the one before: who wants
-- the others has to name `accounts`. A column that is added here is shown once the view has been replaced.
alter table users rename to accounts;
-- Since when it is closed. Nothing personal is left in the row then.
alter table accounts add column deleted_at timestamptz(3);
create view users as select * from accounts where deleted_at is null;

create or replace function count_users() returns trigger language plpgsql as $$
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
    perform add_to_counts('users', array_agg(created_at), array_agg(sign)) from (
      select n.created_at, 1 as sign from new_rows n join old_rows o using (id)
        where n.role = 'user' and n.deleted_at is null
          and (o.role <> 'user' or o.deleted_at is not null or o.created_at <> n.created_at)
      union all
      select o.created_at, -1 from new_rows n join old_rows o using (id)
        where o.role = 'user' and o.deleted_at is null
          and (n.role <> 'user' or n.deleted_at is not null or o.created_at <> n.created_at)
    ) changes having count(*) > 0;
    perform add_to_user_groups(array_agg(sign), array_agg(role), array_agg(is_disabled), array_agg(is_verified), array_agg(gender)) from (
      select 1 as sign, n.role, n.is_disabled, n.is_verified, n.gender from new_rows n join old_rows o using (id)
        where n.deleted_at is null and (n.role, n.is_disabled, n.is_verified, n.gender, n.deleted_at)
          is distinct from (o.role, o.is_disabled, o.is_verified, o.gender, o.deleted_at)
      union all
      select -1, o.role, o.is_disabled, o.is_verified, o.gender from new_rows n join old_rows o using (id)
        where o.deleted_at is null and (n.role, n.is_disabled, n.is_verified, n.gender, n.deleted_at)
          is distinct from (o.role, o.is_disabled, o.is_verified, o.gender, o.deleted_at)
    ) changes having count(*) > 0;
  end if;
  return null;
end $$;

-- Work that is done step by step beside the calls, each step a transaction that locks the job's row.
create table jobs (
  id text collate "C" primary key,
  name text not null,
  -- What to do, and how far it has come.
  payload jsonb not null,
  -- How often the next step has failed in a row.
  attempts integer not null default 0,
  run_at timestamptz(3) not null,
  created_at timestamptz(3) not null
);
create index jobs_due on jobs (run_at, id);
