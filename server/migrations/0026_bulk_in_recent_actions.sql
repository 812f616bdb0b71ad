-- An action on many subjects is one row of what was done lately, with its undo.

-- Why a colleague's was undone; null where nobody was asked.
alter table moderation_bulks add column undo_reason text;
-- Whether an event is part of such an action: the decision, the change of reports or the tag that it made.
create index moderation_bulk_items_result on moderation_bulk_items (result_id) where result_id is not null;
-- The change of reports by which its undo gave them their status back; null for what is undone under the same id.
alter table moderation_bulk_items add column undo_result_id text collate "C";
create index moderation_bulk_items_undo_result on moderation_bulk_items (undo_result_id) where undo_result_id is not null;
