-- Events of the former release name their note too, in place of repeating its text.
alter table moderation_events disable trigger moderation_events_immutable;
update moderation_events e set note_id = found.id, note = null
from (
  select e.id as event_id, n.id from moderation_events e
  cross join lateral (
    select id from subject_notes
    where subject_type = e.subject_type and subject_id = e.subject_id and text = e.note
      and kind = case when e.kind in ('noted', 'note_removed') then 'noted' else 'tagged' end
    -- The note is stored a moment after its event.
    order by created_at > e.created_at + interval '1 minute', created_at desc, id desc limit 1) n
  where e.kind in ('noted', 'note_removed', 'tagged', 'tag_removed') and e.note_id is null
) found
where e.id = found.event_id;
-- Of one that is gone, with its account, nothing is left either.
update moderation_events set note = null
where kind in ('noted', 'note_removed', 'tagged', 'tag_removed') and note_id is null and note is not null;
alter table moderation_events enable trigger moderation_events_immutable;
