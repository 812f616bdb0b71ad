import { recordAudit } from '../audit/record-audit.ts';
import { type Ctx, inTransaction } from '../lib/context.ts';
import { afterCommit } from '../lib/db/transact.ts';
import { authStore } from './auth.store.ts';

/** Ends the session the call was made with. */
export const logout = (ctx: Ctx): Promise<void> =>
  inTransaction(ctx, async (inTx) => {
    const { tx, caller, publisher } = inTx;
    const { sessionId } = caller;
    await authStore.deleteSession(tx, sessionId);
    await recordAudit(inTx, { action: 'auth.logout' });
    afterCommit(tx, () => publisher.disconnectSessions({ sessionId }));
  });
