import type { OwnAccount } from '@hai-dang/contract/account/account.schema.ts';
import { getSecondFactorState, mustSetUpSecondFactor } from '../auth/second-factor.ts';
import type { Ctx } from '../lib/context.ts';
import { toOwnAccount } from './account.mapper.ts';

/** The administrator who calls, with the state of the second factor. */
export async function getAccount(ctx: Ctx): Promise<OwnAccount> {
  const { caller } = ctx;
  const state = await getSecondFactorState(ctx, caller.id);
  return toOwnAccount(caller, state, await mustSetUpSecondFactor(ctx, { id: caller.id, role: 'admin' }));
}
