import type { OwnAccount, OwnSession } from '@hai-dang/contract/account/account.schema.ts';
import type { SecondFactorState } from '../auth/second-factor.ts';
import type { Caller } from '../lib/http/call.ts';
import { describeDevice } from './device.ts';

/** The part of a session that its owner may see. */
export interface SessionRow {
  id: string;
  ip: string;
  user_agent: string;
  created_at: Date;
  last_used_at: Date;
}

export const toOwnSession = (row: SessionRow, caller: Caller): OwnSession => ({
  id: row.id,
  device: describeDevice(row.user_agent),
  address: row.ip,
  createdAt: row.created_at.toISOString(),
  lastUsedAt: row.last_used_at.toISOString(),
  isCurrent: row.id === caller.sessionId,
});

export const toOwnAccount = (
  { id, username, email }: Caller,
  { isOn, since, recoveryCodesLeft }: SecondFactorState,
  mustSetUpSecondFactor: boolean,
): OwnAccount => ({
  id,
  username,
  email,
  secondFactor: { isOn, since: since?.toISOString() ?? null, recoveryCodesLeft },
  mustSetUpSecondFactor,
});
