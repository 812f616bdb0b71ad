-- The trail is read newest first by who did it, what was done and to what. (actor_id, action) is there for somebody who
-- did one thing a million times and another never.
create index audit_entries_by_actor on audit_entries (actor_id, created_at desc, id desc) where actor_id is not null;
create index audit_entries_by_actor_action on audit_entries (actor_id, action, created_at desc, id desc)
  where actor_id is not null;
create index audit_entries_by_action on audit_entries (action, created_at desc, id desc);
create index audit_entries_by_target_type on audit_entries (target_type, created_at desc, id desc)
  where target_type is not null;
create index audit_entries_by_target on audit_entries (target_id, created_at desc, id desc) where target_id is not null;

-- Administrators whose account is gone: their names are still offered to filter by.
create index audit_entries_deleted_admins on audit_entries (target_id)
  where action = 'user.delete' and reason is null and before ->> 'role' = 'admin';
