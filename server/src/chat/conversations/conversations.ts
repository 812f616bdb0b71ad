import type { AuditAction } from '@hai-dang/contract/audit/audit-labels.ts';
import type {
  AssignConversationBody,
  ResolveConversationBody,
} from '@hai-dang/contract/chat/conversation-changes.schema.ts';
import { conversationStateChanged } from '@hai-dang/contract/chat/conversations.events.ts';
import type { ConversationWork } from '@hai-dang/contract/chat/conversations.schema.ts';
import { recordAudit } from '../../audit/record-audit.ts';
import { type Ctx, inTransaction, type TxCtx } from '../../lib/context.ts';
import { afterCommit } from '../../lib/db/transact.ts';
import { DomainError } from '../../lib/domain-error.ts';
import { stateOf, toConversationWork } from './conversations.mapper.ts';
import { conversationsStore, type LockedConversation } from './conversations.store.ts';

interface Change {
  after: LockedConversation;
  action: AuditAction;
}

/**
 * Resolves a conversation: the user waits no longer. Idempotent.
 * @throws {DomainError} CONVERSATION_NOT_FOUND; CONVERSATION_CHANGED where the user has written after `upToSeq`
 */
export const resolveConversation = (
  ctx: Ctx,
  userId: string,
  { upToSeq }: ResolveConversationBody,
): Promise<ConversationWork> =>
  change(ctx, userId, async ({ tx, clock }, before) => {
    if (stateOf(before) === 'resolved') return undefined;
    if (typeof upToSeq === 'number' && (await conversationsStore.hasUserWrittenAfter(tx, userId, upToSeq)))
      throw new DomainError('CONVERSATION_CHANGED');
    const { waiting_since } = before;
    const done = { waiting_since: null, resolved_waiting_since: waiting_since, resolved_at: clock.now() };
    return { after: { ...before, ...done }, action: 'conversation.resolve' };
  });

/**
 * Opens a resolved conversation again: a user who waited as it was resolved waits again, since the same time. Idempotent.
 * @throws {DomainError} CONVERSATION_NOT_FOUND
 */
export const reopenConversation = (ctx: Ctx, userId: string): Promise<ConversationWork> =>
  change(ctx, userId, ({ clock }, before) => {
    if (stateOf(before) !== 'resolved') return undefined;
    const open = {
      waiting_since: before.resolved_waiting_since,
      resolved_waiting_since: null,
      resolved_at: null,
      opened_at: clock.now(),
    };
    return { after: { ...before, ...open }, action: 'conversation.reopen' };
  });

/**
 * Claims a conversation, or gives it back. Idempotent.
 * @throws {DomainError} CONVERSATION_NOT_FOUND; CONVERSATION_ASSIGNED, with the assignee, where a colleague has it
 */
export const assignConversation = (
  ctx: Ctx,
  userId: string,
  { assigneeId, takeOver = false }: AssignConversationBody,
): Promise<ConversationWork> =>
  change(ctx, userId, ({ caller }, before) => {
    const { assignee } = toConversationWork(before);
    const wanted = assigneeId === null ? null : { _id: caller.id, username: caller.username };
    if (assignee?._id === wanted?._id) return undefined;
    if (assignee && assignee._id !== caller.id && !takeOver)
      throw new DomainError('CONVERSATION_ASSIGNED', { assignee });
    const after = { ...before, assignee_id: wanted?._id ?? null, assignee_name: wanted?.username ?? null };
    return { after, action: wanted ? 'conversation.assign' : 'conversation.release' };
  });

/**
 * Changes one conversation, with its audit entry and its event to all administrators. Without a change nothing is recorded.
 * Messages change the same by themselves: see `sendingStore.send`.
 */
const change = (
  ctx: Ctx,
  userId: string,
  work: (ctx: TxCtx, before: LockedConversation) => Promise<Change | undefined> | Change | undefined,
): Promise<ConversationWork> =>
  inTransaction(ctx, async (inTx) => {
    const { tx, publisher } = inTx;
    const before = await conversationsStore.findForUpdate(tx, userId);
    if (!before) throw new DomainError('CONVERSATION_NOT_FOUND');
    const changed = await work(inTx, before);
    if (!changed) return toConversationWork(before);
    const { after, action } = changed;
    await conversationsStore.update(tx, after);
    await recordAudit(inTx, {
      action,
      target: { type: 'user', id: userId, name: before.username },
      before: auditedOf(before, action),
      after: auditedOf(after, action),
    });
    const now = toConversationWork(after);
    afterCommit(tx, () =>
      publisher.toAdmins(conversationStateChanged, { userId, ...now, formerState: stateOf(before) }),
    );
    return now;
  });

/** Returns the part that the audit log keeps: the state, or who handles it. */
const auditedOf = (row: LockedConversation, action: AuditAction) =>
  action === 'conversation.resolve' || action === 'conversation.reopen'
    ? { conversationState: stateOf(row) }
    : { assignee: row.assignee_name };
