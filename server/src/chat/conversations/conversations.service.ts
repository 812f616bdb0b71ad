import type { AuditAction } from '@hai-dang/contract/audit/audit.schema.ts';
import type {
  AssignConversationBody,
  ResolveConversationBody,
} from '@hai-dang/contract/chat/conversation-changes.schema.ts';
import { conversationStateChanged } from '@hai-dang/contract/chat/conversations.events.ts';
import type { ConversationWork } from '@hai-dang/contract/chat/conversations.schema.ts';
import type { AuditService } from '../../audit/audit.service.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Database, Tx } from '../../lib/db/database.ts';
import { afterCommit } from '../../lib/db/transact.ts';
import { DomainError } from '../../lib/domain-error.ts';
import type { CallContext, Caller } from '../../lib/http/call.ts';
import type { Publisher } from '../../lib/realtime/publisher.ts';
import { stateOf, toConversationWork } from './conversations.mapper.ts';
import { conversationsStore, type LockedConversation } from './conversations.store.ts';

interface ConversationsNeeds {
  database: Pick<Database, 'transact'>;
  audit: Pick<AuditService, 'record'>;
  publisher: Pick<Publisher, 'toAdmins'>;
  clock: Clock;
}

interface Change {
  after: LockedConversation;
  action: AuditAction;
}

/** Which conversations are done, and who handles them. Messages change the same by themselves: see `sendingStore.send`. */
export function createConversationsService({ database, audit, publisher, clock }: ConversationsNeeds) {
  /** Changes one conversation, with its audit entry and its event to all administrators. Without a change nothing is recorded. */
  const change = (
    userId: string,
    { caller, context }: { caller: Caller; context: CallContext },
    work: (tx: Tx, before: LockedConversation) => Promise<Change | undefined> | Change | undefined,
  ): Promise<ConversationWork> =>
    database.transact(async (tx) => {
      const before = await conversationsStore.findForUpdate(tx, userId);
      if (!before) throw new DomainError('CONVERSATION_NOT_FOUND');
      const changed = await work(tx, before);
      if (!changed) return toConversationWork(before);
      const { after, action } = changed;
      await conversationsStore.update(tx, after);
      await audit.record(tx, {
        action,
        actor: caller,
        target: { type: 'user', id: userId, name: before.username },
        before: auditedOf(before, action),
        after: auditedOf(after, action),
        context,
      });
      const now = toConversationWork(after);
      afterCommit(tx, () =>
        publisher.toAdmins(conversationStateChanged, { userId, ...now, formerState: stateOf(before) }),
      );
      return now;
    });

  return {
    /**
     * Resolves a conversation: the user waits no longer. Idempotent.
     * @throws {DomainError} CONVERSATION_NOT_FOUND; CONVERSATION_CHANGED where the user has written after `upToSeq`
     */
    resolveConversation: (
      userId: string,
      { upToSeq }: ResolveConversationBody,
      caller: Caller,
      context: CallContext,
    ): Promise<ConversationWork> =>
      change(userId, { caller, context }, async (tx, before) => {
        if (stateOf(before) === 'resolved') return undefined;
        if (typeof upToSeq === 'number' && (await conversationsStore.hasUserWrittenAfter(tx, userId, upToSeq)))
          throw new DomainError('CONVERSATION_CHANGED');
        const { waiting_since } = before;
        const done = { waiting_since: null, resolved_waiting_since: waiting_since, resolved_at: clock.now() };
        return { after: { ...before, ...done }, action: 'conversation.resolve' };
      }),

    /**
     * Opens a resolved conversation again: a user who waited as it was resolved waits again, since the same time. Idempotent.
     * @throws {DomainError} CONVERSATION_NOT_FOUND
     */
    reopenConversation: (userId: string, caller: Caller, context: CallContext): Promise<ConversationWork> =>
      change(userId, { caller, context }, (_tx, before) => {
        if (stateOf(before) !== 'resolved') return undefined;
        const open = {
          waiting_since: before.resolved_waiting_since,
          resolved_waiting_since: null,
          resolved_at: null,
          opened_at: clock.now(),
        };
        return { after: { ...before, ...open }, action: 'conversation.reopen' };
      }),

    /**
     * Claims a conversation, or gives it back. Idempotent.
     * @throws {DomainError} CONVERSATION_NOT_FOUND; CONVERSATION_ASSIGNED, with the assignee, where a colleague has it
     */
    assignConversation: (
      userId: string,
      { assigneeId, takeOver = false }: AssignConversationBody,
      caller: Caller,
      context: CallContext,
    ): Promise<ConversationWork> =>
      change(userId, { caller, context }, (_tx, before) => {
        const { assignee } = toConversationWork(before);
        const wanted = assigneeId === null ? null : { _id: caller.id, username: caller.username };
        if (assignee?._id === wanted?._id) return undefined;
        if (assignee && assignee._id !== caller.id && !takeOver)
          throw new DomainError('CONVERSATION_ASSIGNED', { assignee });
        const after = { ...before, assignee_id: wanted?._id ?? null, assignee_name: wanted?.username ?? null };
        return { after, action: wanted ? 'conversation.assign' : 'conversation.release' };
      }),
  };
}
export type ConversationsService = ReturnType<typeof createConversationsService>;

/** What the audit log says of it: the state, or who handles it. */
const auditedOf = (row: LockedConversation, action: AuditAction) =>
  action === 'conversation.resolve' || action === 'conversation.reopen'
    ? { conversationState: stateOf(row) }
    : { assignee: row.assignee_name };
