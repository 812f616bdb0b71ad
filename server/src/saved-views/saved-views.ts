import { SAVED_VIEWS_MAX } from '@hai-dang/contract/constants.ts';
import { savedViewsChanged } from '@hai-dang/contract/saved-views/saved-views.events.ts';
import type {
  CreateSavedViewBody,
  SavedView,
  SavedViewScreen,
  UpdateSavedViewBody,
} from '@hai-dang/contract/saved-views/saved-views.schema.ts';
import { deleteVersioned, insertVersioned, updateVersioned, type VersionedKind } from '../audit/versioned.ts';
import type { Ctx } from '../lib/context.ts';
import type { Tx } from '../lib/db/database.ts';
import { DomainError } from '../lib/domain-error.ts';
import { newId } from '../lib/ids.ts';
import { toSavedView } from './saved-views.mapper.ts';
import { type SavedViewRow, savedViewsStore } from './saved-views.store.ts';

/** Saved views of lists: each administrator's own, and those that all share and any may change. */
const SAVED_VIEWS: VersionedKind<SavedViewRow, SavedView> = {
  named: 'Chế độ xem này',
  targetOf: ({ id, name }) => ({ type: 'saved_view', id, name }),
  actionOf({ before, after }) {
    if (!before) return 'saved_view.create';
    return after ? 'saved_view.update' : 'saved_view.delete';
  },
  stateOf: ({ screen, name, query, owner_id }) => ({ screen, name, query, isShared: owner_id === null }),
  toWire: toSavedView,
  /** Publishes to those who see the view before or after its change. */
  publish({ publisher, caller }, { before, after }) {
    const isShared = [before, after].some((state) => state?.owner_id === null);
    if (isShared) publisher.toAdmins(savedViewsChanged, {});
    else publisher.toAccount(caller.id, savedViewsChanged, {});
  },
  unique: { constraint: 'saved_views_name', code: 'SAVED_VIEW_EXISTS' },
};

/** The caller's views of a list and the shared ones, by name. */
export const listSavedViews = async ({ db, caller }: Ctx, screen: SavedViewScreen): Promise<SavedView[]> =>
  (await savedViewsStore.findAll(db, caller.id, screen)).map(toSavedView);

/** @throws {DomainError} TOO_MANY_SAVED_VIEWS, SAVED_VIEW_EXISTS */
export const createSavedView = (ctx: Ctx, { isShared, ...body }: CreateSavedViewBody): Promise<SavedView> =>
  insertVersioned(ctx, SAVED_VIEWS, async ({ tx, clock, caller }) => {
    const view = { id: newId(), owner_id: isShared ? null : caller.id, ...body, version: 1 };
    await requireRoom(tx, view);
    const at = clock.now();
    await savedViewsStore.insert(tx, { ...view, created_at: at, updated_at: at });
    return view;
  });

/**
 * Changes a view of the caller or a shared one; one that is not shared any more is the caller's.
 * @throws {DomainError} SAVED_VIEW_NOT_FOUND, also for a colleague's own; CHANGED where `version` is not the one it has;
 *   TOO_MANY_SAVED_VIEWS, SAVED_VIEW_EXISTS
 */
export const updateSavedView = (
  ctx: Ctx,
  id: string,
  { version, isShared, ...body }: UpdateSavedViewBody,
): Promise<SavedView> =>
  updateVersioned(ctx, SAVED_VIEWS, {
    version,
    lock: (tx) => lock(tx, id, ctx),
    change: (before) => ({ ...before, ...body, owner_id: isShared ? null : ctx.caller.id }),
    async store({ tx, clock }, after, before) {
      if (after.owner_id !== before.owner_id) await requireRoom(tx, after);
      await savedViewsStore.update(tx, after, clock.now());
      return after;
    },
  });

/** @throws {DomainError} SAVED_VIEW_NOT_FOUND, also for a colleague's own */
export const deleteSavedView = (ctx: Ctx, id: string): Promise<void> =>
  deleteVersioned(ctx, SAVED_VIEWS, {
    lock: (tx) => lock(tx, id, ctx),
    remove: (tx) => savedViewsStore.delete(tx, id),
  });

/** @throws {DomainError} TOO_MANY_SAVED_VIEWS */
async function requireRoom(tx: Tx, { owner_id, screen }: Pick<SavedViewRow, 'owner_id' | 'screen'>): Promise<void> {
  if ((await savedViewsStore.countForInsert(tx, owner_id, screen)) >= SAVED_VIEWS_MAX)
    throw new DomainError('TOO_MANY_SAVED_VIEWS');
}

async function lock(tx: Tx, id: string, { caller }: Ctx): Promise<SavedViewRow> {
  const row = await savedViewsStore.findForUpdate(tx, id, caller.id);
  if (!row) throw new DomainError('SAVED_VIEW_NOT_FOUND');
  return row;
}
