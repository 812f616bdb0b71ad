-- From the schema of before the first release to that of 0001_search to 0011_media: the same, but for names. The runner
-- (server/src/lib/db/former-schema.ts) runs it in one transaction, and replaces the functions by those of these files.

drop view users;
alter table accounts rename column address to postal_address;
alter table accounts rename constraint users_pkey to accounts_pkey;
create view users as select * from accounts where deleted_at is null;

alter table sessions rename column address to ip;
alter table sessions rename column password_confirmed_at to reauthenticated_at;
alter table second_factors rename to mfa_enrolments;
alter table mfa_enrolments rename constraint second_factors_pkey to mfa_enrolments_pkey;
alter table mfa_enrolments rename constraint second_factors_user_id_fkey to mfa_enrolments_user_id_fkey;
alter table login_challenges rename column tries to attempts;
alter table sign_in_addresses rename to sign_in_ips;
alter table sign_in_ips rename column address to ip;
alter table sign_in_ips rename constraint sign_in_addresses_pkey to sign_in_ips_pkey;
alter table sign_in_ips rename constraint sign_in_addresses_user_id_fkey to sign_in_ips_user_id_fkey;
alter index sign_in_addresses_oldest rename to sign_in_ips_oldest;

alter table audit_entries rename column address to ip;
alter function refuse_audit_change() rename to reject_audit_change;

alter table reports rename column item_type to subject_type;
alter table reports rename column item_id to subject_id;
alter table reports rename column item_author_id to subject_owner_id;
alter table reports rename column item_likes_count to subject_likes_count;
alter table reports rename column item_comments_count to subject_comments_count;
alter table reports rename constraint reports_item_type_check to reports_subject_type_check;
alter index reports_case_facet rename to reports_subject_facet;
alter index reports_newest_by_author rename to reports_newest_by_owner;
alter index reports_newest_by_author_status rename to reports_newest_by_owner_status;
alter table report_group_counts rename column item_type to subject_type;

alter table report_case_facets rename to report_subject_facets;
alter table report_subject_facets rename column item_type to subject_type;
alter table report_subject_facets rename column item_id to subject_id;
alter table report_subject_facets rename constraint report_case_facets_pkey to report_subject_facets_pkey;
alter index report_case_facets_newest rename to report_subject_facets_newest;
alter index report_case_facets_by_status rename to report_subject_facets_by_status;
alter index report_case_facets_by_type rename to report_subject_facets_by_type;
alter index report_case_facets_by_reason rename to report_subject_facets_by_reason;
alter index report_case_facets_by_status_type rename to report_subject_facets_by_status_type;
alter index report_case_facets_by_status_reason rename to report_subject_facets_by_status_reason;
alter index report_case_facets_by_type_reason rename to report_subject_facets_by_type_reason;
alter index report_case_facets_by_all rename to report_subject_facets_by_all;

alter table report_case_reporters rename to report_subject_reporters;
alter table report_subject_reporters rename column item_type to subject_type;
alter table report_subject_reporters rename column item_id to subject_id;
alter table report_subject_reporters rename constraint report_case_reporters_pkey to report_subject_reporters_pkey;
alter table report_cases rename to report_subjects;
alter table report_subjects rename column item_type to subject_type;
alter table report_subjects rename column item_id to subject_id;
alter table report_subjects rename constraint report_cases_pkey to report_subjects_pkey;

alter function refuse_snapshot_change() rename to reject_snapshot_change;
alter function refuse_report_change() rename to reject_report_change;
alter function add_to_report_cases(integer[], text[], text[], text[]) rename to add_to_report_subjects;

alter table messages rename column temp_id to client_key;
alter table messages rename constraint messages_temp_id_key to messages_client_key;
alter table chat_image_removals rename to chat_image_purges;
alter table chat_image_purges rename constraint chat_image_removals_pkey to chat_image_purges_pkey;

alter table unused_images rename column noted_at to detected_at;
alter table unused_images rename column removing_at to purging_at;

-- A parameter cannot be renamed: these functions are created anew, with the indexes on them.
drop function named_picture(text), named_pictures(text[]) cascade;
create function image_key_from_url(url text) returns text
  language sql immutable strict parallel safe
  return nullif(split_part(split_part(url, '/media/', 2), '?', 1), '');
create function image_keys_from_urls(urls text[]) returns text[]
  language sql immutable strict parallel safe
  return array(select image_key_from_url(u) from unnest(urls) u where strpos(u, '/media/') > 0);
create index users_by_image_url on accounts (image_key_from_url(avatar_url)) where avatar_url is not null;
create index notifications_by_image_url on notifications (image_key_from_url(sender_avatar_url))
  where sender_avatar_url is not null;
create index messages_by_image_url on messages (image_key_from_url(content)) where type = 'image' and image_name is null;
create index posts_by_image_url on posts using gin (image_keys_from_urls(image_urls)) where image_urls <> '{}';
create index travel_posts_by_image_url on travel_posts using gin (image_keys_from_urls(image_urls)) where image_urls <> '{}';
create index report_snapshots_by_image_url on report_snapshots
  using gin (image_keys_from_urls(string_to_array(content::text, '"')));

alter table turns rename to job_leases;
alter table job_leases rename column next_at to due_at;
alter table job_leases rename constraint turns_pkey to job_leases_pkey;

-- From PostgreSQL 18 on, `not null` is a constraint with a name, which no rename of its table or column changes.
do $$
declare
  wrong record;
begin
  for wrong in
    select c.conrelid::regclass as table_name, c.conname, format('%s_%s_not_null', t.relname, a.attname) as default_name
    from pg_constraint c join pg_class t on t.oid = c.conrelid join pg_attribute a on a.attrelid = t.oid and a.attnum = c.conkey[1]
    where c.contype = 'n' and t.relnamespace = current_schema()::regnamespace
      and c.conname <> format('%s_%s_not_null', t.relname, a.attname)
  loop
    execute format('alter table %s rename constraint %I to %I', wrong.table_name, wrong.conname, wrong.default_name);
  end loop;
end $$;

drop table kysely_migration;
drop table if exists kysely_migration_lock;
