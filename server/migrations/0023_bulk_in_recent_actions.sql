-- An action on many subjects is one row of what was done lately, with its undo.

-- Why a colleague's was undone; null where nobody was asked.
alter table moderation_bulks add column undo_reason text;
-- The change of reports by which its undo gave them their status back; null for what is undone under the same id.
alter table moderation_bulk_items add column undo_result_id text collate "C";
