-- Answers that administrators have ready, shared by all of them.
create table canned_replies (
  id text collate "C" primary key,
  shortcut text not null,
  -- By this one finds it and tells it from the others: case and accents gone.
  shortcut_key text collate "C" not null generated always as (normalize_search(shortcut)) stored
    constraint canned_replies_shortcut_key unique,
  content text not null,
  version integer not null default 1,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null
);

-- From a user to the reports about them and what they wrote, and to those they have filed. An account is reported
-- thousands of times at most where it is notorious, so its open reports have an index of their own; type and reason are
-- looked at row by row.
create index reports_newest_by_author on reports (item_author_id, created_at desc, id desc);
create index reports_newest_by_author_status on reports (item_author_id, status, created_at desc, id desc);
create index reports_newest_by_reporter on reports (reporter_id, created_at desc, id desc);
drop index reports_reporter;

-- Imported rows may lack whose it was; what can be known is filled in. Nothing the counters look at is touched.
update reports r set item_author_id = case r.item_type
    when 'User' then r.item_id
    when 'Post' then (select p.author_id from posts p where p.id = r.item_id)
    when 'TravelPost' then (select t.author_id from travel_posts t where t.id = r.item_id)
    else (select c.author_id from comments c where c.id = r.item_id) end
  where r.item_author_id is null;
