-- Sealed as harmless: what a decision 'no violation' looked at, which closes further reports of the same (docs/decisions/044).

-- The evidence of the newest report that it closed, and the reasons of all of them; null for every other decision.
alter table decisions add column evidence_id text collate "C";
alter table decisions add column sealed_reasons text[];
