import type { App } from '../../lib/context.ts';
import type { Tx } from '../../lib/db/database.ts';
import type { NotificationsService } from '../../notifications/notifications.service.ts';
import { appendEvent } from '../subjects/append-event.ts';
import { lockSubject } from '../subjects/lock-subject.ts';
import { toSubjectRef } from '../subjects/subject-wire.ts';
import { appealsStore } from './appeals.store.ts';

/** Each has an event. */
const CLOSED_PER_STEP = 20;

interface AppealClosingNeeds {
  app: App;
  notifications: Pick<NotificationsService, 'markAppealsRead'>;
}

/** Closes the appeals that wait for an account that is deleted, and erases what it wrote. */
export function createAppealClosing({ app, notifications }: AppealClosingNeeds) {
  const { clock } = app;
  return {
    /**
     * Closes some of the appeals of an account, and of others' to decisions on what it owned.
     * @param tx has the account not locked: who decides on an appeal locks its subject before the account
     * @returns whether there was anything
     */
    async closeSomeOfAccount(tx: Tx, accountId: string): Promise<boolean> {
      const open = await appealsStore.findOpenOfAccount(tx, accountId, CLOSED_PER_STEP);
      for (const { id, decision_id: decisionId, ...row } of open) {
        const subject = await lockSubject({ ...app, tx }, toSubjectRef(row), null);
        // The lock may have been waited for.
        if ((await appealsStore.find(tx, id))?.outcome !== null) continue;
        await appealsStore.end(tx, id, { outcome: 'closed', at: clock.now(), by: null, note: null });
        await notifications.markAppealsRead(tx, [id]);
        const actor = { type: 'system' as const };
        await appendEvent(subject, { kind: 'appeal_closed', actor, decisionId, changes: { openAppeals: -1 } });
      }
      return open.length > 0 || appealsStore.eraseTexts(tx, accountId);
    },
  };
}
export type AppealClosing = ReturnType<typeof createAppealClosing>;
