import { isDeepStrictEqual } from 'node:util';
import { preferencesChanged } from '@hai-dang/contract/account/preferences.events.ts';
import {
  DEFAULT_PREFERENCES,
  type Preferences,
  type UpdatePreferencesBody,
} from '@hai-dang/contract/account/preferences.schema.ts';
import type { StartScreen } from '@hai-dang/contract/account/start-screens.ts';
import { type App, type Ctx, inTransaction } from '../lib/context.ts';
import { afterCommit } from '../lib/db/transact.ts';
import { toColumns, toPreferences } from './preferences.mapper.ts';
import { type PreferenceColumns, type PreferencesRow, preferencesStore } from './preferences.store.ts';

/** Returns the caller's choices for the panel (docs/decisions/006). */
export const getPreferences = (ctx: Ctx): Promise<Preferences> => findPreferences(ctx, ctx.caller.id);

/** The screen that an administrator wants first. */
export const getStartScreen = async (app: Pick<App, 'db'>, adminId: string): Promise<StartScreen> =>
  (await findPreferences(app, adminId)).startScreen;

/** Changes what is given; the caller's other tabs and devices are notified. The values that are stored already change nothing. */
export const updatePreferences = (ctx: Ctx, body: UpdatePreferencesBody): Promise<Preferences> =>
  inTransaction(ctx, async ({ tx, caller: { id }, publisher, clock }) => {
    const before = await preferencesStore.find(tx, id);
    const columns = toColumns(body);
    if (before && hasAlready(before, columns)) return toPreferences(before);
    const row = await preferencesStore.update(tx, id, columns, clock.now());
    afterCommit(tx, () => publisher.toAccount(id, preferencesChanged, {}));
    return toPreferences(row);
  });

const hasAlready = (row: PreferencesRow, columns: PreferenceColumns): boolean =>
  isDeepStrictEqual(toPreferences({ ...row, ...columns } as PreferencesRow), toPreferences(row));

async function findPreferences({ db }: Pick<App, 'db'>, adminId: string): Promise<Preferences> {
  const row = await preferencesStore.find(db, adminId);
  return row ? toPreferences(row) : DEFAULT_PREFERENCES;
}
