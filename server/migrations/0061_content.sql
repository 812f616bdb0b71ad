-- The list of all content, newest first, and its search (docs/decisions/054).

-- What a search reads, one row for each text: as the texts of reports (0034_report_search). A generated column would rewrite
-- each post while nobody can write one.
create table post_texts (
  id text collate "C" primary key references posts on delete cascade,
  search_text text not null
);
create table travel_post_texts (
  id text collate "C" primary key references travel_posts on delete cascade,
  search_text text not null
);
create table comment_texts (
  id text collate "C" primary key references comments on delete cascade,
  search_text text not null
);

-- Title, text and location, one line each, folded like messages. No text has U+0001.
-- @param content a row of posts, travel_posts or comments
create function content_search_text(content jsonb) returns text
  language sql stable parallel safe
  return replace(normalize_search(regexp_replace(
    concat_ws(U&'\0001', content ->> 'title', content ->> 'content', content ->> 'location'),
    '[\u0009-\u000d\u0020\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]+', ' ', 'g')), U&'\0001', E'\n');

-- The texts of all content that has none. For bulk loads, which disable the triggers.
create function fill_content_texts() returns void language sql volatile set enable_nestloop = off as $$
  insert into post_texts (id, search_text)
    select c.id, content_search_text(to_jsonb(c)) from posts c
    where not exists (select from post_texts t where t.id = c.id) on conflict (id) do nothing;
  insert into travel_post_texts (id, search_text)
    select c.id, content_search_text(to_jsonb(c)) from travel_posts c
    where not exists (select from travel_post_texts t where t.id = c.id) on conflict (id) do nothing;
  insert into comment_texts (id, search_text)
    select c.id, content_search_text(to_jsonb(c)) from comments c
    where not exists (select from comment_texts t where t.id = c.id) on conflict (id) do nothing;
$$;

create function store_content_text() returns trigger language plpgsql as $$
begin
  execute format('insert into %I (id, search_text) values ($1, $2)
    on conflict (id) do update set search_text = excluded.search_text', tg_argv[0])
    using new.id, content_search_text(to_jsonb(new));
  return null;
end $$;

-- First nearly all, while content is published; then the triggers, and what was published meanwhile.
select fill_content_texts();
create trigger posts_texts after insert or update of title, content on posts
  for each row execute function store_content_text('post_texts');
create trigger travel_posts_texts after insert or update of title, content, location on travel_posts
  for each row execute function store_content_text('travel_post_texts');
create trigger comments_texts after insert or update of content on comments
  for each row execute function store_content_text('comment_texts');
select fill_content_texts();

-- When the content was published: reported and hidden content is listed in that order. Null for accounts, for what was purged,
-- and for closed subjects from before, until something happens to them.
alter table moderation_subjects add column content_created_at timestamptz(3);

create function content_created_at(subject_type text, subject_id text) returns timestamptz
  language sql stable
  return case subject_type
    when 'Post' then (select c.created_at from posts c where c.id = subject_id collate "C")
    when 'TravelPost' then (select c.created_at from travel_posts c where c.id = subject_id collate "C")
    when 'Comment' then (select c.created_at from comments c where c.id = subject_id collate "C")
  end;

create function set_content_created_at() returns trigger language plpgsql as $$
begin
  new.content_created_at := content_created_at(new.subject_type, new.subject_id);
  return new;
end $$;
create trigger moderation_subjects_content_created_at before insert or update on moderation_subjects for each row
  when (new.content_created_at is null and new.subject_type <> 'User') execute function set_content_created_at();

-- For bulk loads, which disable the trigger.
create function fill_content_created_at() returns void language sql volatile as $$
  update moderation_subjects m set content_created_at = c.created_at from posts c
    where m.subject_type = 'Post' and m.subject_id = c.id and m.content_created_at is null;
  update moderation_subjects m set content_created_at = c.created_at from travel_posts c
    where m.subject_type = 'TravelPost' and m.subject_id = c.id and m.content_created_at is null;
  update moderation_subjects m set content_created_at = c.created_at from comments c
    where m.subject_type = 'Comment' and m.subject_id = c.id and m.content_created_at is null;
$$;
update moderation_subjects set content_created_at = content_created_at(subject_type, subject_id)
  where subject_type <> 'User' and (open_reports_count > 0 or hidden_at is not null);

create or replace function rebuild_counters() returns void language plpgsql as $$
begin
  if current_setting('transaction_isolation') <> 'read committed' then
    raise exception 'rebuild_counters() needs read committed: it must see what was committed before it got its locks';
  end if;
  perform lock_counted_tables();
  perform compute_counters();
  perform fill_content_texts();
  perform fill_content_created_at();
end $$;
