import type { UserDetail } from '@hai-dang/contract/users/users.schema.ts';
import { type Ctx, inTransaction } from '../../lib/context.ts';
import { auditDenial } from '../../users/audit-denial.ts';
import { requireUser } from '../../users/find-user.ts';
import { denyReasonForDisable } from '../../users/users.policy.ts';
import { isOpen } from './account-state.ts';
import { penaltiesStore } from './penalties.store.ts';
import { lockPenalties, lockUserSubject, settlePenalties } from './penalties.ts';

/**
 * Disables an account and ends its sessions. Doing it again changes nothing and leaves no second audit entry.
 * @throws {DomainError} USER_NOT_FOUND, OWN_ACCOUNT, LAST_ADMIN, SESSION_EXPIRED
 */
export const disableUser = (call: Ctx, id: string): Promise<UserDetail> =>
  auditDenial(call, 'user.disable', () =>
    inTransaction(call, async (ctx) => {
      const locked = await lockPenalties(ctx, await lockUserSubject(ctx, id), denyReasonForDisable);
      const open = locked.penalties.filter(isOpen);
      if (!open.some(({ until }) => until === null)) {
        // The penalty's event is the next one.
        const version = locked.subject.state.version + 1;
        open.push(await penaltiesStore.insert(ctx.tx, id, { version, decisionId: null, until: null }));
      }
      await settlePenalties(ctx, locked, open);
      return requireUser(ctx.tx, id);
    }),
  );
