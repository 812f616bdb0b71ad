-- The note or tag that an event is about, which has its text: one that is taken back leaves none behind. Not a reference, since
-- the event stays when the note is purged.
alter table moderation_events add column note_id text collate "C";
