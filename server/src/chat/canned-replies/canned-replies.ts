import { cannedRepliesChanged } from '@hai-dang/contract/chat/canned-replies.events.ts';
import {
  CANNED_REPLIES_MAX,
  type CannedReply,
  type CreateCannedReplyBody,
  type UpdateCannedReplyBody,
} from '@hai-dang/contract/chat/canned-replies.schema.ts';
import { deleteVersioned, insertVersioned, updateVersioned, type VersionedKind } from '../../audit/versioned.ts';
import type { App, Ctx } from '../../lib/context.ts';
import type { Tx } from '../../lib/db/database.ts';
import { DomainError } from '../../lib/domain-error.ts';
import { newId } from '../../lib/ids.ts';
import { toCannedReply } from './canned-replies.mapper.ts';
import { type CannedReplyRow, cannedRepliesStore } from './canned-replies.store.ts';

/** One collection, which every administrator may change. */
const CANNED_REPLIES: VersionedKind<CannedReplyRow, CannedReply> = {
  named: 'Câu trả lời mẫu',
  targetOf: ({ id, shortcut }) => ({ type: 'canned_reply', id, name: shortcut }),
  actionOf({ before, after }) {
    if (!before) return 'canned_reply.create';
    return after ? 'canned_reply.update' : 'canned_reply.delete';
  },
  stateOf: ({ shortcut, content }) => ({ shortcut, content }),
  toWire: toCannedReply,
  publish: ({ publisher }) => publisher.toAdmins(cannedRepliesChanged, {}),
  unique: { constraint: 'canned_replies_shortcut_key', code: 'CANNED_REPLY_EXISTS' },
};

/** All of them, by shortcut. */
export const listCannedReplies = async ({ db }: App): Promise<CannedReply[]> =>
  (await cannedRepliesStore.findAll(db)).map(toCannedReply);

/** @throws {DomainError} CANNED_REPLY_EXISTS, TOO_MANY_CANNED_REPLIES */
export const createCannedReply = (ctx: Ctx, body: CreateCannedReplyBody): Promise<CannedReply> =>
  insertVersioned(ctx, CANNED_REPLIES, async ({ tx, clock }) => {
    if ((await cannedRepliesStore.countForInsert(tx)) >= CANNED_REPLIES_MAX)
      throw new DomainError('TOO_MANY_CANNED_REPLIES');
    const at = clock.now();
    const row = { id: newId(), ...body, version: 1 };
    await cannedRepliesStore.insert(tx, { ...row, created_at: at, updated_at: at });
    return row;
  });

/**
 * Changes a reply.
 * @throws {DomainError} CANNED_REPLY_NOT_FOUND; CHANGED where `version` is not the one it has; CANNED_REPLY_EXISTS
 */
export const updateCannedReply = (
  ctx: Ctx,
  id: string,
  { version, ...body }: UpdateCannedReplyBody,
): Promise<CannedReply> =>
  updateVersioned(ctx, CANNED_REPLIES, {
    version,
    lock: (tx) => lock(tx, id),
    change: (before) => ({ ...before, ...body }),
    async store({ tx, clock }, after) {
      await cannedRepliesStore.update(tx, after, clock.now());
      return after;
    },
  });

/** @throws {DomainError} CANNED_REPLY_NOT_FOUND */
export const deleteCannedReply = (ctx: Ctx, id: string): Promise<void> =>
  deleteVersioned(ctx, CANNED_REPLIES, {
    lock: (tx) => lock(tx, id),
    remove: (tx) => cannedRepliesStore.delete(tx, id),
  });

async function lock(tx: Tx, id: string): Promise<CannedReplyRow> {
  const row = await cannedRepliesStore.findForUpdate(tx, id);
  if (!row) throw new DomainError('CANNED_REPLY_NOT_FOUND');
  return row;
}
