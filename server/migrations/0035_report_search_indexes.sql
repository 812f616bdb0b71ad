-- Without a transaction: indexes on tables that are in use.

-- Filing a report must not wait for trigrams: a short list takes them in, which each search scans (docs/decisions/016).
create index concurrently if not exists report_texts_search on report_texts using gin (search_key(search_text) gin_trgm_ops)
  with (fastupdate = on, gin_pending_list_limit = 1024);
-- Subjects by the number of their reports.
create index concurrently if not exists moderation_subjects_most_reported on moderation_subjects (reports_count, subject_type, subject_id);
analyze report_texts;
