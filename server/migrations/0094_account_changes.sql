-- The counts of verified and other users who are online are kept outside of the database. Accounts whose verification has
-- changed, or that were deleted, by whatever program, wait here until these counts are corrected (docs/decisions/069).
create table account_changes (
  id bigint generated always as identity primary key,
  user_id text collate "C" not null
);
-- The purge of a deleted account leaves none of them.
create index account_changes_user on account_changes (user_id);

create function note_account_change() returns trigger language plpgsql as $$
begin
  insert into account_changes (user_id) values (old.id);
  return null;
end $$;

create trigger accounts_note_update after update of is_verified, deleted_at on accounts for each row
  when (old.is_verified is distinct from new.is_verified or old.deleted_at is distinct from new.deleted_at)
  execute function note_account_change();
-- An account that was closed before it is purged is noted by then.
create trigger accounts_note_delete after delete on accounts for each row when (old.deleted_at is null)
  execute function note_account_change();
