-- Without a transaction: built while others write.

-- Whether an event is part of an action on many subjects: the decision, the change of reports or the tag that it made.
create index concurrently if not exists moderation_bulk_items_result on moderation_bulk_items (result_id)
  where result_id is not null;
-- Whether it is part of the undo of one.
create index concurrently if not exists moderation_bulk_items_undo_result on moderation_bulk_items (undo_result_id)
  where undo_result_id is not null;
