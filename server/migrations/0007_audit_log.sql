-- The audit log.

-- No foreign keys: an entry outlives the accounts and subjects that it names.
create table audit_entries (
  id text collate "C" primary key,
  created_at timestamptz(3) not null,
  actor_id text,
  actor_name text,
  action text not null,
  target_type text,
  target_id text,
  target_name text,
  before jsonb,
  after jsonb,
  reason text,
  -- 'local' for the command line.
  ip text not null,
  request_id text not null
);

-- The list, newest first, by actor, action, kind of target and target. The pairs are for an actor who did one thing a million
-- times and another never. All but the first leave out the id, which settles the order within a millisecond: it would double their
-- size.
create index audit_entries_newest on audit_entries (created_at desc, id desc);
create index audit_entries_by_actor on audit_entries (actor_id, created_at desc) where actor_id is not null;
create index audit_entries_by_actor_action on audit_entries (actor_id, action, created_at desc)
  where actor_id is not null;
create index audit_entries_by_actor_type on audit_entries (actor_id, target_type, created_at desc)
  where actor_id is not null and target_type is not null;
create index audit_entries_by_action on audit_entries (action, created_at desc);
create index audit_entries_by_action_type on audit_entries (action, target_type, created_at desc)
  where target_type is not null;
create index audit_entries_by_type on audit_entries (target_type, created_at desc) where target_type is not null;
create index audit_entries_by_target on audit_entries (target_id, created_at desc) where target_id is not null;

-- Administrators whose account is deleted: the filter still offers their names.
create index audit_entries_deleted_admins on audit_entries (target_id)
  where action = 'user.delete' and reason is null and before ->> 'role' = 'admin';

-- Entries are never changed, and only old ones are deleted. The retention job deletes after 24 months; the month between is for a clock
-- that is wrong by a day. The time is the database's own.
create function reject_audit_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    if old.created_at < now() - interval '23 months' then
      return old;
    end if;
  end if;
  raise exception 'audit entries are append-only';
end $$;
create trigger audit_entries_append_only before update or delete on audit_entries
  for each row execute function reject_audit_change();
create trigger audit_entries_never_emptied before truncate on audit_entries
  for each statement execute function reject_audit_change();
