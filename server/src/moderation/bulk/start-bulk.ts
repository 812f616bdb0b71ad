import { isDeepStrictEqual } from 'node:util';
import type { Bulk } from '@hai-dang/contract/moderation/bulk.schema.ts';
import type { BulkPreview, PreviewBulkBody, StartBulkBody } from '@hai-dang/contract/moderation/bulk-start.schema.ts';
import { type App, type Ctx, inTransaction } from '../../lib/context.ts';
import type { Db } from '../../lib/db/database.ts';
import { violatedConstraint } from '../../lib/db/postgres-errors.ts';
import { DomainError } from '../../lib/domain-error.ts';
import { newId } from '../../lib/ids.ts';
import { describeAccounts } from '../../users/count-users.ts';
import { findAppliedPolicy } from '../policies/policies.ts';
import { toSubjectRef } from '../subjects/subjects.mapper.ts';
import { subjectsStore } from '../subjects/subjects.store.ts';
import { toBulk } from './bulk.mapper.ts';
import { type BulkRow, bulkStore } from './bulk.store.ts';
import { finishChange, requireActive, requireBulk } from './bulk-changes.ts';
import { findBulkSubjects, namedSubjects } from './find-bulk-subjects.ts';
import { enqueueBulk } from './run-bulk.ts';

const NAMES_SHOWN = 5;

/**
 * Starts an action on the subjects as they are now. A repeat under the same key starts nothing.
 * @throws {DomainError} BULK_KEY_REUSED; BULK_EMPTY; BULK_TOTAL_CHANGED with the present number, where another one was confirmed; those of
 *   {@link findBulkSubjects}; POLICY_NOT_FOUND, POLICY_DISABLED; NOTE_END_PASSED
 */
export async function startBulk(call: Ctx, body: StartBulkBody): Promise<Bulk> {
  const { action, target, policy, note, letters, clientKey, includesHeld = false } = body;
  const repeated = await findRepeated(call, body);
  if (repeated) return repeated;
  await checkPossible(call, body);
  const { refs } = await findBulkSubjects(call, body);
  const total = refs.length;
  if (target.kind === 'user_filter' && target.expectedTotal !== total) {
    throw new DomainError('BULK_TOTAL_CHANGED', { total });
  }
  if (total === 0) throw new DomainError('BULK_EMPTY');
  const id = newId();
  return inTransaction(call, async (ctx) => {
    const { tx, clock, caller } = ctx;
    await requireActive(ctx);
    await bulkStore.insert(tx, {
      id,
      client_key: clientKey ?? null,
      action: JSON.stringify(action),
      policy_key: policy || null,
      note: note || null,
      letters: letters ? JSON.stringify(letters) : null,
      includes_held: includesHeld,
      total,
      started_by: caller.id,
      started_by_name: caller.username,
      started_at: clock.now(),
    });
    await bulkStore.insertItems(tx, id, refs);
    await enqueueBulk(ctx, id, { isUndo: false });
    // The text of a tag goes with the tag.
    const shown = action.kind === 'tag' ? { ...action, text: undefined } : action;
    const after = {
      action: shown,
      target: target.kind,
      total,
      ...(policy ? { policy } : {}),
      ...(note ? { note } : {}),
      ...(includesHeld ? { includesHeld } : {}),
    };
    return finishChange(ctx, 'bulk.start', await requireBulk(bulkStore.find(tx, id)), after);
  }).catch(async (error: unknown) => {
    // The second of two presses at once answers with the first.
    const isRepeat = violatedConstraint(error) === 'moderation_bulks_client_key';
    const first = isRepeat ? await findRepeated(call, body) : null;
    if (!first) throw error;
    return first;
  });
}

/**
 * The action that a start repeats; null where it repeats none.
 * @throws {DomainError} BULK_KEY_REUSED where the key was another action's
 */
async function findRepeated({ db, clock, caller }: Ctx, body: StartBulkBody): Promise<Bulk | null> {
  const { clientKey } = body;
  const known = clientKey ? await bulkStore.findByKey(db, caller.id, clientKey) : undefined;
  if (!known) return null;
  if (!(await isSame(db, known, body))) throw new DomainError('BULK_KEY_REUSED');
  return toBulk(known, clock.now());
}

/** Whether a stored action is the one of a start. The subjects of a user are other ones by now: they are not compared. */
async function isSame(
  db: Db,
  known: BulkRow,
  { action, target, policy, note, letters, includesHeld = false }: StartBulkBody,
) {
  const stored = [known.action, known.policy_key, known.note, known.letters, known.includes_held];
  const wanted = [action, policy || null, note || null, letters ?? null, includesHeld];
  if (!isDeepStrictEqual(stored, JSON.parse(JSON.stringify(wanted)))) return false;
  if (target.kind === 'user_filter') return known.total === target.expectedTotal;
  const named = namedSubjects(target);
  return named === null || isDeepStrictEqual((await bulkStore.findSubjects(db, known.id)).map(toSubjectRef), named);
}

/** @throws {DomainError} POLICY_NOT_FOUND, POLICY_DISABLED, NOTE_END_PASSED */
async function checkPossible({ db, clock }: App, { action, policy }: StartBulkBody): Promise<void> {
  if (policy) await findAppliedPolicy(db, policy);
  const endsAt = action.kind === 'tag' && action.expiresAt ? new Date(action.expiresAt) : null;
  if (endsAt && endsAt <= clock.now()) throw new DomainError('NOTE_END_PASSED');
}

/**
 * Returns what a start would concern.
 * @throws {DomainError} those of {@link findBulkSubjects}
 */
export async function previewBulk(call: Ctx, body: PreviewBulkBody): Promise<BulkPreview> {
  const { action } = body;
  const { refs, reports } = await findBulkSubjects(call, body);
  const ids = refs.flatMap(({ itemType, itemId }) => (itemType === 'User' ? [itemId] : []));
  const { names, administrators } = await describeAccounts(call.db, ids, NAMES_SHOWN);
  // An action that only closes reports changes no account.
  const left = action.kind === 'close_reports' || action.kind === 'no_violation' ? 0 : administrators;
  // A tag decides nothing.
  const held = action.kind === 'tag' ? undefined : await subjectsStore.countHeld(call.db, refs, call.caller.id);
  return { total: refs.length, reports, names, protected: left, held };
}
