import { type DecideBody, decisionLettersSchema } from '@hai-dang/contract/moderation/decisions.schema.ts';
import type { SubjectRef } from '@hai-dang/contract/moderation/subjects.schema.ts';
import type { App } from '../../lib/context.ts';
import type { Tx } from '../../lib/db/database.ts';
import { DomainError } from '../../lib/domain-error.ts';
import type { Caller } from '../../lib/http/call.ts';
import { findAuthorId } from '../../posts/find-content.ts';
import { findUser } from '../../users/find-user.ts';
import { closeInBulk, reopenInBulk } from '../closing/close-reports.ts';
import type { DecisionsService } from '../decisions/decisions.service.ts';
import { removeNoteInTx } from '../notes/remove-note.ts';
import { tagSubject } from '../notes/tag-subject.ts';
import { toSubjectRef } from '../subjects/subject-wire.ts';
import { subjectsStore } from '../subjects/subjects.store.ts';
import { toAction } from './bulk.mapper.ts';
import { isProtected } from './bulk.policy.ts';
import type { BulkItemRow, BulkRow } from './bulk.store.ts';

/** Who acts: whoever started it, or its undo. */
export type BulkActor = Pick<Caller, 'id' | 'username'>;

interface BulkActingNeeds {
  app: App;
  decisions: Pick<DecisionsService, 'decideInBulk' | 'undoInBulk'>;
}

type Item = Pick<BulkItemRow, 'subject_type' | 'subject_id' | 'version'>;
type Bulk = Pick<BulkRow, 'id' | 'action' | 'policy_key' | 'note' | 'letters'>;

/** What is done to one of many subjects, by the same services as a single act, and how it is taken back. */
export function createBulkActing({ app, decisions }: BulkActingNeeds) {
  /**
   * The account that is concerned.
   * @throws {DomainError} USER_NOT_FOUND, SUBJECT_NOT_FOUND for what is gone; BULK_PROTECTED
   */
  async function findOwnerId(tx: Tx, ref: SubjectRef): Promise<string | null> {
    const { itemType: type, itemId: id } = ref;
    const known = type === 'User' ? id : (await subjectsStore.find(tx, ref))?.ownerId;
    const ownerId = known ?? (type === 'User' ? null : await findAuthorId(tx, { type, id }));
    if (!ownerId) throw new DomainError('SUBJECT_NOT_FOUND');
    const owner = await findUser(tx, ownerId);
    if (!owner && type === 'User') throw new DomainError('USER_NOT_FOUND');
    if (owner && isProtected({ role: owner.role, username: owner.username })) throw new DomainError('BULK_PROTECTED');
    return ownerId;
  }

  const decide = (
    tx: Tx,
    bulk: Bulk,
    body: Pick<DecideBody, 'subject' | 'version' | 'actions' | 'suspendDays'>,
    actor: BulkActor,
  ) =>
    decisions.decideInBulk(
      tx,
      {
        outcome: 'violation',
        policy: bulk.policy_key,
        note: bulk.note,
        letters: decisionLettersSchema.parse(bulk.letters),
        ...body,
      },
      ...callOf(bulk, actor),
    );

  return {
    /**
     * Does it to one subject.
     * @returns what {@link takeBack} needs
     * @throws {DomainError} why the subject is to be left alone
     */
    async act(tx: Tx, bulk: Bulk, item: Item, actor: BulkActor): Promise<string> {
      const action = toAction(bulk);
      const ref = toSubjectRef(item);
      const { version } = item;
      if (action.kind === 'close_reports') {
        const change = { version, status: action.outcome, note: bulk.note ?? undefined };
        return closeInBulk({ ...app, tx }, ref, change, actor);
      }
      const ownerId = await findOwnerId(tx, ref);
      if (action.kind === 'tag') return (await tagSubject({ ...app, tx }, { ref, ownerId }, action, actor.id)).id;
      const suspendDays = action.kind === 'suspend' ? action.days : null;
      return decide(tx, bulk, { subject: ref, version, actions: [action.kind], suspendDays }, actor);
    },

    /**
     * Takes back what was done to one subject; what others have changed since stays.
     * @throws {DomainError} why it is to be left alone
     */
    async takeBack(tx: Tx, bulk: Bulk, item: Item & Pick<BulkItemRow, 'result_id'>, actor: BulkActor): Promise<void> {
      const { kind } = toAction(bulk);
      const resultId = item.result_id ?? '';
      if (kind === 'close_reports') return reopenInBulk({ ...app, tx }, toSubjectRef(item), resultId, actor);
      if (kind !== 'tag') return decisions.undoInBulk(tx, resultId, ...callOf(bulk, actor));
      if (!(await removeNoteInTx({ ...app, tx }, resultId, actor.id)).isRemoved)
        throw new DomainError('BULK_ALREADY_UNDONE');
    },
  };
}
export type BulkActing = ReturnType<typeof createBulkActing>;

/** Its audit entries are those of the start and the undo; the moderation events name the administrator. */
const callOf = ({ id }: Bulk, { id: callerId, username }: BulkActor) =>
  [
    { id: callerId, username, email: '', sessionId: '' },
    { requestId: `bulk-${id}`, address: '', userAgent: '' },
  ] as const;
