import type { UserDetail } from '@hai-dang/contract/users/users.schema.ts';
import { type Ctx, inTransaction } from '../../lib/context.ts';
import { requireUser } from '../../users/find-user.ts';
import { isOpen } from './account-state.ts';
import { penaltiesStore } from './penalties.store.ts';
import { lockPenalties, lockUserSubject, settlePenalties } from './penalties.ts';

/**
 * Enables an account and ends all its penalties; idempotent like disabling.
 * @throws {DomainError} USER_NOT_FOUND, SESSION_EXPIRED
 */
export const enableUser = (call: Ctx, id: string): Promise<UserDetail> =>
  inTransaction(call, async (ctx) => {
    const locked = await lockPenalties(ctx, await lockUserSubject(ctx, id));
    await settlePenalties(ctx, locked, []);
    await penaltiesStore.end(ctx.tx, locked.penalties.filter(isOpen), locked.subject.state.version);
    return requireUser(ctx.tx, id);
  });
