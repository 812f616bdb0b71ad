import { isDeepStrictEqual } from 'node:util';
import { settingsChanged } from '@hai-dang/contract/moderation/settings.events.ts';
import type { Settings, UpdateSettingsBody } from '@hai-dang/contract/moderation/settings.schema.ts';
import type { AuditService } from '../../audit/audit.service.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Database, DbOrTx } from '../../lib/db/database.ts';
import { afterCommit } from '../../lib/db/transact.ts';
import { DomainError } from '../../lib/domain-error.ts';
import type { CallContext, Caller } from '../../lib/http/call.ts';
import type { Publisher } from '../../lib/realtime/publisher.ts';
import { fieldsOf, toSettings } from './settings.mapper.ts';
import { settingsStore } from './settings.store.ts';

const AUDIT_TARGET = { type: 'settings', id: 'moderation', name: 'Thiết lập' } as const;

interface SettingsNeeds {
  database: Pick<Database, 'db' | 'transact'>;
  audit: Pick<AuditService, 'record'>;
  publisher: Pick<Publisher, 'toAdmins'>;
  clock: Clock;
}

/** The settings of moderation. They are read where they count, each time: a change holds at once, on every server. */
export function createSettingsService({ database, audit, publisher, clock }: SettingsNeeds) {
  const { db, transact } = database;
  return {
    /** The present settings; inside of a transaction, those that it sees. */
    getSettings: async (on: DbOrTx = db): Promise<Settings> => toSettings(await settingsStore.find(on)),

    /**
     * Changes the settings; what is the same already stays as it is.
     * @throws {DomainError} SETTINGS_CHANGED with the present ones, where `version` is not the one they have
     */
    updateSettings: (
      { version, ...wanted }: UpdateSettingsBody,
      caller: Caller,
      context: CallContext,
    ): Promise<Settings> =>
      transact(async (tx) => {
        const present = toSettings(await settingsStore.findForUpdate(tx));
        if (present.version !== version) throw new DomainError('SETTINGS_CHANGED', { settings: present });
        const before = fieldsOf(present);
        if (isDeepStrictEqual(before, wanted)) return present;
        const after = toSettings(await settingsStore.update(tx, version + 1, wanted, clock.now()));
        await audit.record(tx, {
          action: 'settings.update',
          actor: caller,
          target: AUDIT_TARGET,
          before,
          after: fieldsOf(after),
          context,
        });
        afterCommit(tx, () => publisher.toAdmins(settingsChanged, {}));
        return after;
      }),
  };
}
export type SettingsService = ReturnType<typeof createSettingsService>;
