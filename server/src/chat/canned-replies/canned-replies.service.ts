import type { AuditAction } from '@hai-dang/contract/audit/audit.schema.ts';
import type {
  CannedReply,
  CreateCannedReplyBody,
  UpdateCannedReplyBody,
} from '@hai-dang/contract/chat/canned-replies.schema.ts';
import { cannedRepliesChanged } from '@hai-dang/contract/chat/chat.events.ts';
import { CANNED_REPLIES_MAX } from '@hai-dang/contract/constants.ts';
import type { AuditService } from '../../audit/audit.service.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Database, Tx } from '../../lib/db/database.ts';
import { violatedConstraint } from '../../lib/db/postgres-errors.ts';
import { afterCommit } from '../../lib/db/transact.ts';
import { DomainError } from '../../lib/domain-error.ts';
import type { CallContext, Caller } from '../../lib/http/call.ts';
import { newId } from '../../lib/ids.ts';
import type { Publisher } from '../../lib/realtime/publisher.ts';
import { toCannedReply } from './canned-replies.mapper.ts';
import { type CannedReplyRow, cannedRepliesStore } from './canned-replies.store.ts';

interface CannedRepliesNeeds {
  database: Pick<Database, 'db' | 'transact'>;
  audit: Pick<AuditService, 'record'>;
  publisher: Pick<Publisher, 'toAdmins'>;
  clock: Clock;
}

/** Canned replies: one collection that every administrator may change. */
export function createCannedRepliesService({ database, audit, publisher, clock }: CannedRepliesNeeds) {
  const { db, transact } = database;

  /** Changes one reply, with its audit entry and its event to all administrators. */
  async function change<After extends CannedReplyRow | null>(
    work: (tx: Tx) => Promise<{ before: CannedReplyRow | null; after: After }>,
    caller: Caller,
    context: CallContext,
  ): Promise<After> {
    try {
      return await transact(async (tx) => {
        const { before, after } = await work(tx);
        const subject = after ?? before;
        if (!subject || before === after) return after;
        await audit.record(tx, {
          action: actionOf(before, after),
          actor: caller,
          target: { type: 'canned_reply', id: subject.id, name: subject.shortcut },
          ...(before ? { before: stateOf(before) } : {}),
          ...(after ? { after: stateOf(after) } : {}),
          context,
        });
        afterCommit(tx, () => publisher.toAdmins(cannedRepliesChanged, {}));
        return after;
      });
    } catch (error) {
      if (violatedConstraint(error) === 'canned_replies_shortcut_key') throw new DomainError('CANNED_REPLY_EXISTS');
      throw error;
    }
  }

  async function lock(tx: Tx, id: string): Promise<CannedReplyRow> {
    const row = await cannedRepliesStore.findForUpdate(tx, id);
    if (!row) throw new DomainError('CANNED_REPLY_NOT_FOUND');
    return row;
  }

  return {
    /** All of them, by shortcut. */
    listCannedReplies: async (): Promise<CannedReply[]> => (await cannedRepliesStore.findAll(db)).map(toCannedReply),

    /** @throws {DomainError} CANNED_REPLY_EXISTS, TOO_MANY_CANNED_REPLIES */
    async createCannedReply(body: CreateCannedReplyBody, caller: Caller, context: CallContext): Promise<CannedReply> {
      const insert = async (tx: Tx) => {
        if ((await cannedRepliesStore.countForInsert(tx)) >= CANNED_REPLIES_MAX)
          throw new DomainError('TOO_MANY_CANNED_REPLIES');
        const at = clock.now();
        const row = { id: newId(), ...body, version: 1 };
        await cannedRepliesStore.insert(tx, { ...row, created_at: at, updated_at: at });
        return { before: null, after: row };
      };
      return toCannedReply(await change(insert, caller, context));
    },

    /**
     * Changes a reply. What is the same already stays as it is and leaves no entry.
     * @throws {DomainError} CANNED_REPLY_NOT_FOUND; CANNED_REPLY_CHANGED where `version` is not the one it has;
     *   CANNED_REPLY_EXISTS
     */
    async updateCannedReply(
      id: string,
      { version, ...body }: UpdateCannedReplyBody,
      caller: Caller,
      context: CallContext,
    ): Promise<CannedReply> {
      const update = async (tx: Tx) => {
        const before = await lock(tx, id);
        if (before.version !== version) throw new DomainError('CANNED_REPLY_CHANGED', { reply: toCannedReply(before) });
        const isSame = before.shortcut === body.shortcut && before.content === body.content;
        if (isSame) return { before, after: before };
        const after = { ...before, ...body, version: version + 1 };
        await cannedRepliesStore.update(tx, after, clock.now());
        return { before, after };
      };
      return toCannedReply(await change(update, caller, context));
    },

    /** @throws {DomainError} CANNED_REPLY_NOT_FOUND */
    async deleteCannedReply(id: string, caller: Caller, context: CallContext): Promise<void> {
      const remove = async (tx: Tx) => {
        const before = await lock(tx, id);
        await cannedRepliesStore.delete(tx, id);
        return { before, after: null };
      };
      await change(remove, caller, context);
    },
  };
}
export type CannedRepliesService = ReturnType<typeof createCannedRepliesService>;

const stateOf = ({ shortcut, content }: CannedReplyRow) => ({ shortcut, content });

function actionOf(before: CannedReplyRow | null, after: CannedReplyRow | null): AuditAction {
  if (!before) return 'canned_reply.create';
  return after ? 'canned_reply.update' : 'canned_reply.delete';
}
