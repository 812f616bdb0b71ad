import { settingsChanged } from '@hai-dang/contract/moderation/settings.events.ts';
import type { Settings, UpdateSettingsBody } from '@hai-dang/contract/moderation/settings.schema.ts';
import { updateVersioned, type VersionedKind } from '../../audit/versioned.ts';
import type { Ctx } from '../../lib/context.ts';
import type { DbOrTx } from '../../lib/db/database.ts';
import { fieldsOf, toSettings } from './settings.mapper.ts';
import { settingsStore } from './settings.store.ts';

const SETTINGS: VersionedKind<Settings, Settings> = {
  named: 'Thiết lập',
  targetOf: () => ({ type: 'settings', id: 'moderation', name: 'Thiết lập' }),
  actionOf: () => 'settings.update',
  stateOf: (settings) => ({ ...fieldsOf(settings) }),
  toWire: (settings) => settings,
  publish: ({ publisher }) => publisher.toAdmins(settingsChanged, {}),
};

/** The settings of moderation. They are read where they count, each time: a change holds at once, on every server. */
export const getSettings = async (on: DbOrTx): Promise<Settings> => toSettings(await settingsStore.find(on));

/**
 * Changes the settings.
 * @throws {DomainError} CHANGED with the present ones, where `version` is not the one they have
 */
export const updateSettings = (ctx: Ctx, { version, ...fields }: UpdateSettingsBody): Promise<Settings> =>
  updateVersioned(ctx, SETTINGS, {
    version,
    lock: async (tx) => toSettings(await settingsStore.findForUpdate(tx)),
    change: (before) => ({ ...before, ...fields }),
    store: async ({ tx, clock }, after) =>
      toSettings(await settingsStore.update(tx, after.version, fieldsOf(after), clock.now())),
  });
