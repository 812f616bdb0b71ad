-- What the images that a user has sent take in the store, in bytes, by which they are limited. Those sent before this migration are
-- not counted.
alter table conversations add column image_bytes bigint not null default 0;
