import type { AuditAction } from '@hai-dang/contract/audit/audit.schema.ts';
import { BULK_ITEMS_LISTED, BULK_UNDO_MS } from '@hai-dang/contract/constants.ts';
import type { Bulk, BulkDetail, ListBulksBody } from '@hai-dang/contract/moderation/bulk.schema.ts';
import type { BulkPreview, PreviewBulkBody, StartBulkBody } from '@hai-dang/contract/moderation/bulk-start.schema.ts';
import { z } from 'zod';
import { insertAuditEntry } from '../../audit/record-audit.ts';
import type { Clock } from '../../lib/clock.ts';
import { cursorId, cursorTime, decodeCursor, encodeCursor } from '../../lib/cursor.ts';
import type { Database, Tx } from '../../lib/db/database.ts';
import { violatedConstraint } from '../../lib/db/postgres-errors.ts';
import { DomainError } from '../../lib/domain-error.ts';
import type { CallContext, Caller } from '../../lib/http/call.ts';
import { newId } from '../../lib/ids.ts';
import type { UsersService } from '../../users/users.service.ts';
import { findAppliedPolicy } from '../policies/policies.ts';
import { subjectsStore } from '../subjects/subjects.store.ts';
import { bulkName, toBulk, toBulkItem, undoableUntil } from './bulk.mapper.ts';
import type { BulkSteps } from './bulk.steps.ts';
import { type BulkRow, bulkStore } from './bulk.store.ts';
import type { BulkTargets } from './bulk.targets.ts';

const NAMES_SHOWN = 5;
const cursorSchema = z.object({ at: cursorTime, id: cursorId });

interface BulkServiceNeeds {
  database: Pick<Database, 'db' | 'transact'>;
  steps: Pick<BulkSteps, 'enqueue' | 'publish' | 'resumeBulks'>;
  targets: BulkTargets;
  users: Pick<UsersService, 'describeAccounts'>;
  clock: Clock;
}

/** One action on many subjects: started, shown, stopped and undone as one (docs/decisions/052). */
export function createBulkService(needs: BulkServiceNeeds) {
  const { database, steps, targets, users, clock } = needs;
  const { db, transact } = database;

  async function requireBulk(found: Promise<BulkRow | undefined>): Promise<BulkRow> {
    const row = await found;
    if (!row) throw new DomainError('BULK_NOT_FOUND');
    return row;
  }
  const read = async (tx: Tx, id: string): Promise<Bulk> =>
    toBulk(await requireBulk(bulkStore.find(tx, id)), clock.now());

  async function requireActive(tx: Tx, { id }: Caller): Promise<void> {
    if (!(await subjectsStore.findAdministrator(tx, id))) throw new DomainError('SESSION_EXPIRED');
  }

  const stopped = () => ({ state: 'stopped', stop_reason: 'administrator', ended_at: clock.now() });

  const record = (
    tx: Tx,
    action: AuditAction,
    bulk: BulkRow,
    after: Record<string, unknown>,
    caller: Caller,
    context: CallContext,
  ) =>
    insertAuditEntry(
      tx,
      {
        action,
        actor: caller,
        target: { type: 'bulk', id: bulk.id, name: bulkName(bulk) },
        after,
        context,
      },
      clock.now(),
    );

  /** @throws {DomainError} POLICY_NOT_FOUND, POLICY_DISABLED, NOTE_END_PASSED */
  async function checkPossible({ action, policy }: StartBulkBody): Promise<void> {
    if (policy) await findAppliedPolicy(db, policy);
    const endsAt = action.kind === 'tag' && action.expiresAt ? new Date(action.expiresAt) : null;
    if (endsAt && endsAt <= clock.now()) throw new DomainError('NOTE_END_PASSED');
  }

  /** The action that a start repeats; null where it repeats none. */
  async function findRepeated({ clientKey }: StartBulkBody, { id: starterId }: Caller): Promise<Bulk | null> {
    const known = clientKey ? await bulkStore.findByKey(db, starterId, clientKey) : undefined;
    return known ? toBulk(known, clock.now()) : null;
  }

  return {
    resumeBulks: steps.resumeBulks,

    /**
     * Starts an action on the subjects as they are now. A repeat under the same key starts nothing.
     * @throws {DomainError} BULK_EMPTY; BULK_TOTAL_CHANGED with the present number, where another one was confirmed; those of
     *   finding the subjects; POLICY_NOT_FOUND, POLICY_DISABLED; NOTE_END_PASSED
     */
    async startBulk(body: StartBulkBody, caller: Caller, context: CallContext): Promise<Bulk> {
      const { action, target, policy, note, letters, clientKey } = body;
      const repeated = await findRepeated(body, caller);
      if (repeated) return repeated;
      await checkPossible(body);
      const { refs } = await targets.findSubjects(target);
      const total = refs.length;
      if (target.kind === 'user_filter' && target.expectedTotal !== total) {
        throw new DomainError('BULK_TOTAL_CHANGED', { total });
      }
      if (total === 0) throw new DomainError('BULK_EMPTY');
      const id = newId();
      return transact(async (tx) => {
        await requireActive(tx, caller);
        await bulkStore.insert(tx, {
          id,
          client_key: clientKey ?? null,
          action: JSON.stringify(action),
          policy_key: policy || null,
          note: note || null,
          letters: letters ? JSON.stringify(letters) : null,
          total,
          started_by: caller.id,
          started_by_name: caller.username,
          started_at: clock.now(),
        });
        await bulkStore.insertItems(tx, id, refs);
        await steps.enqueue(tx, id, false);
        // The text of a tag goes with the tag.
        const shown = action.kind === 'tag' ? { ...action, text: undefined } : action;
        const after = {
          action: shown,
          target: target.kind,
          total,
          ...(policy ? { policy } : {}),
          ...(note ? { note } : {}),
        };
        await record(tx, 'bulk.start', await requireBulk(bulkStore.find(tx, id)), after, caller, context);
        await steps.publish(tx, id);
        return read(tx, id);
      }).catch(async (error: unknown) => {
        // Two presses at once.
        const isRepeat = violatedConstraint(error) === 'moderation_bulks_client_key';
        const first = isRepeat ? await findRepeated(body, caller) : null;
        if (!first) throw error;
        return first;
      });
    },

    /**
     * What a start would concern.
     * @throws {DomainError} those of finding the subjects
     */
    async previewBulk({ action, target }: PreviewBulkBody): Promise<BulkPreview> {
      const { refs, reports } = await targets.findSubjects(target);
      const ids = refs.flatMap(({ itemType, itemId }) => (itemType === 'User' ? [itemId] : []));
      const { names, administrators } = await users.describeAccounts(ids, NAMES_SHOWN);
      // Closing reports changes no account.
      const left = action.kind === 'close_reports' ? 0 : administrators;
      return { total: refs.length, reports, names, protected: left };
    },

    /**
     * A page of those that run, and of those that were started within a day, newest first.
     * @throws {DomainError} INVALID_CURSOR
     */
    async listBulks({ cursor, limit }: ListBulksBody): Promise<{ bulks: Bulk[]; nextCursor: string | null }> {
      const before = cursor ? decodeCursor(cursor, cursorSchema) : null;
      const now = clock.now();
      const since = new Date(now.getTime() - BULK_UNDO_MS);
      // One row more than the limit shows whether there is a next page.
      const rows = await bulkStore.findPage(db, { since, before, limit: limit + 1 });
      const shown = rows.slice(0, limit);
      const last = rows.length > limit ? shown.at(-1) : undefined;
      return {
        bulks: shown.map((row) => toBulk(row, now)),
        nextCursor: last ? encodeCursor({ at: last.started_at.toISOString(), id: last.id }) : null,
      };
    },

    /**
     * An action with the first of those subjects that were left alone.
     * @throws {DomainError} BULK_NOT_FOUND
     */
    async getBulk(id: string): Promise<BulkDetail> {
      const row = await requireBulk(bulkStore.find(db, id));
      const items = await bulkStore.findLeftAlone(db, id, BULK_ITEMS_LISTED);
      return { ...toBulk(row, clock.now()), items: items.map(toBulkItem) };
    },

    /**
     * Stops an action between two steps; what is done stays done. Idempotent.
     * @throws {DomainError} BULK_NOT_FOUND
     */
    stopBulk: (id: string, caller: Caller, context: CallContext): Promise<Bulk> =>
      transact(async (tx) => {
        const bulk = await requireBulk(bulkStore.lock(tx, id));
        if (bulk.state !== 'running') return toBulk(bulk, clock.now());
        const { total, done, skipped, failed } = bulk;
        await bulkStore.update(tx, id, stopped());
        await record(tx, 'bulk.stop', bulk, { total, done, skipped, failed }, caller, context);
        await steps.publish(tx, id);
        return read(tx, id);
      }),

    /**
     * Undoes all that an action did, also another administrator's, in a job; one that runs is stopped first. Idempotent.
     * @throws {DomainError} BULK_NOT_FOUND; BULK_NOT_UNDOABLE after 24 hours, and where nothing is done
     */
    undoBulk: (id: string, caller: Caller, context: CallContext): Promise<Bulk> =>
      transact(async (tx) => {
        const bulk = await requireBulk(bulkStore.lock(tx, id));
        if (bulk.undo_state !== null) return toBulk(bulk, clock.now());
        await requireActive(tx, caller);
        const isRunning = bulk.state === 'running';
        if (!isRunning && !undoableUntil(bulk, clock.now())) throw new DomainError('BULK_NOT_UNDOABLE');
        await bulkStore.update(tx, id, {
          ...(isRunning ? stopped() : {}),
          undo_state: 'running',
          undone_by: caller.id,
          undone_by_name: caller.username,
        });
        await steps.enqueue(tx, id, true);
        await record(tx, 'bulk.undo', bulk, { done: bulk.done }, caller, context);
        await steps.publish(tx, id);
        return read(tx, id);
      }),
  };
}
export type BulkService = ReturnType<typeof createBulkService>;
