-- A report is filed once: a client's key names one filing of its reporter.
alter table reports add column client_key text collate "C";

-- Likes and comments of the reported post, or of the one that the comment stands under, when it was reported: they change
-- all the time, and evidence is shared by the reports of what nobody has edited.
alter table reports add column item_likes_count integer, add column item_comments_count integer;

-- SHA-256 of the evidence as it was before its images were copied: what was copied once is found again by it. Null in
-- older rows, whose id is the SHA-256 of their text as it was written, with counts.
alter table report_snapshots add column source_hash text collate "C";
