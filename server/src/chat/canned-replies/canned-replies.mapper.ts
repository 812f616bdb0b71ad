import type { CannedReply } from '@hai-dang/contract/chat/canned-replies.schema.ts';
import type { CannedReplyRow } from './canned-replies.store.ts';

/** A canned reply as it crosses the wire. */
export const toCannedReply = (row: CannedReplyRow): CannedReply => ({
  _id: row.id,
  shortcut: row.shortcut,
  content: row.content,
  version: row.version,
});
