-- The trail is read newest first by who did it, what was done, to what kind of thing and to which. The pairs are there
-- for somebody who did one thing a million times and another never. The id, which settles the order within a
-- millisecond, is left out: it would double their size.
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

-- Administrators whose account is gone: their names are still offered to filter by.
create index audit_entries_deleted_admins on audit_entries (target_id)
  where action = 'user.delete' and reason is null and before ->> 'role' = 'admin';
