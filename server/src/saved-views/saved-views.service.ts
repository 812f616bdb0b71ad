import type { AuditAction } from '@hai-dang/contract/audit/audit.schema.ts';
import { SAVED_VIEWS_MAX } from '@hai-dang/contract/constants.ts';
import { savedViewsChanged } from '@hai-dang/contract/saved-views/saved-views.events.ts';
import type {
  CreateSavedViewBody,
  SavedView,
  SavedViewScreen,
  UpdateSavedViewBody,
} from '@hai-dang/contract/saved-views/saved-views.schema.ts';
import type { AuditService } from '../audit/audit.service.ts';
import type { Clock } from '../lib/clock.ts';
import type { Database, Tx } from '../lib/db/database.ts';
import { violatedConstraint } from '../lib/db/postgres-errors.ts';
import { afterCommit } from '../lib/db/transact.ts';
import { DomainError } from '../lib/domain-error.ts';
import type { CallContext, Caller } from '../lib/http/call.ts';
import { newId } from '../lib/ids.ts';
import type { Publisher } from '../lib/realtime/publisher.ts';
import { toSavedView } from './saved-views.mapper.ts';
import { type SavedViewRow, savedViewsStore } from './saved-views.store.ts';

interface SavedViewsNeeds {
  database: Pick<Database, 'db' | 'transact'>;
  audit: Pick<AuditService, 'record'>;
  publisher: Pick<Publisher, 'toAccount' | 'toAdmins'>;
  clock: Clock;
}

/** Saved views of lists: each administrator's own, and those that all share and any may change. */
export function createSavedViewsService({ database, audit, publisher, clock }: SavedViewsNeeds) {
  const { db, transact } = database;

  /** Records a change, and publishes it to those who see the view before or after it. */
  async function record(
    tx: Tx,
    action: AuditAction,
    { before, after }: { before?: SavedViewRow; after?: SavedViewRow },
    caller: Caller,
    context: CallContext,
  ): Promise<void> {
    const view = after ?? before;
    if (!view) return;
    await audit.record(tx, {
      action,
      actor: caller,
      target: { type: 'saved_view', id: view.id, name: view.name },
      ...(before ? { before: stateOf(before) } : {}),
      ...(after ? { after: stateOf(after) } : {}),
      context,
    });
    const isShared = [before, after].some((state) => state?.owner_id === null);
    afterCommit(tx, () => {
      if (isShared) publisher.toAdmins(savedViewsChanged, {});
      else publisher.toAccount(caller.id, savedViewsChanged, {});
    });
  }

  /** As `transact`. @throws {DomainError} SAVED_VIEW_EXISTS */
  async function transactNamed<Result>(work: (tx: Tx) => Promise<Result>): Promise<Result> {
    try {
      return await transact(work);
    } catch (error) {
      if (violatedConstraint(error) === 'saved_views_name') throw new DomainError('SAVED_VIEW_EXISTS');
      throw error;
    }
  }

  /** @throws {DomainError} TOO_MANY_SAVED_VIEWS */
  async function requireRoom(tx: Tx, ownerId: string | null, screen: string): Promise<void> {
    if ((await savedViewsStore.countForInsert(tx, ownerId, screen)) >= SAVED_VIEWS_MAX)
      throw new DomainError('TOO_MANY_SAVED_VIEWS');
  }

  async function lock(tx: Tx, id: string, caller: Caller): Promise<SavedViewRow> {
    const row = await savedViewsStore.findForUpdate(tx, id, caller.id);
    if (!row) throw new DomainError('SAVED_VIEW_NOT_FOUND');
    return row;
  }

  return {
    /** The caller's views of a list and the shared ones, by name. */
    listSavedViews: async (screen: SavedViewScreen, caller: Caller): Promise<SavedView[]> =>
      (await savedViewsStore.findAll(db, caller.id, screen)).map(toSavedView),

    /** @throws {DomainError} TOO_MANY_SAVED_VIEWS, SAVED_VIEW_EXISTS */
    createSavedView: (
      { isShared, ...body }: CreateSavedViewBody,
      caller: Caller,
      context: CallContext,
    ): Promise<SavedView> =>
      transactNamed(async (tx) => {
        const ownerId = isShared ? null : caller.id;
        await requireRoom(tx, ownerId, body.screen);
        const at = clock.now();
        const after = { id: newId(), owner_id: ownerId, ...body, version: 1 };
        await savedViewsStore.insert(tx, { ...after, created_at: at, updated_at: at });
        await record(tx, 'saved_view.create', { after }, caller, context);
        return toSavedView(after);
      }),

    /**
     * Changes a view of the caller or a shared one; one that is not shared any more is the caller's.
     * @throws {DomainError} SAVED_VIEW_NOT_FOUND, also for a colleague's own; SAVED_VIEW_CHANGED where `version` is not the
     *   one it has; TOO_MANY_SAVED_VIEWS, SAVED_VIEW_EXISTS
     */
    updateSavedView: (
      id: string,
      { version, isShared, ...body }: UpdateSavedViewBody,
      caller: Caller,
      context: CallContext,
    ): Promise<SavedView> =>
      transactNamed(async (tx) => {
        const before = await lock(tx, id, caller);
        if (before.version !== version) throw new DomainError('SAVED_VIEW_CHANGED', { view: toSavedView(before) });
        const ownerId = isShared ? null : caller.id;
        if (ownerId !== before.owner_id) await requireRoom(tx, ownerId, before.screen);
        const after = { ...before, ...body, owner_id: ownerId, version: version + 1 };
        await savedViewsStore.update(tx, after, clock.now());
        await record(tx, 'saved_view.update', { before, after }, caller, context);
        return toSavedView(after);
      }),

    /** @throws {DomainError} SAVED_VIEW_NOT_FOUND, also for a colleague's own */
    deleteSavedView: (id: string, caller: Caller, context: CallContext): Promise<void> =>
      transact(async (tx) => {
        const before = await lock(tx, id, caller);
        await savedViewsStore.delete(tx, id);
        await record(tx, 'saved_view.delete', { before }, caller, context);
      }),
  };
}
export type SavedViewsService = ReturnType<typeof createSavedViewsService>;

const stateOf = ({ screen, name, query, owner_id }: SavedViewRow) => ({
  screen,
  name,
  query,
  isShared: owner_id === null,
});
