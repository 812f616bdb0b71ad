import { administratorsChanged } from '@hai-dang/contract/administrators/administrators.events.ts';
import type {
  Administrator,
  InviteAdministratorBody,
  NewInvitation,
} from '@hai-dang/contract/administrators/administrators.schema.ts';
import { INVITATION_MS, INVITATIONS_MAX } from '@hai-dang/contract/constants.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { hashToken, newToken } from '../auth/token.ts';
import { type App, type Ctx, inTransaction } from '../lib/context.ts';
import { afterCommit } from '../lib/db/transact.ts';
import { DomainError } from '../lib/domain-error.ts';
import { newId } from '../lib/ids.ts';
import { hasUserWithEmail } from '../users/find-user.ts';
import { toInvited } from './administrators.mapper.ts';
import { type InvitationRow, invitationsStore } from './invitations.store.ts';

/** So long an expired invitation is kept, so that its link says why it does not work. */
const KEPT_MS = 30 * 24 * 3_600_000;

/** The invitations that can be accepted, newest first. */
export const listInvitations = async ({ db, clock }: Pick<App, 'db' | 'clock'>): Promise<Administrator[]> =>
  (await invitationsStore.findValid(db, clock.now(), INVITATIONS_MAX)).map(toInvited);

/**
 * Invites somebody by a link that is good once (docs/decisions/023); an earlier invitation of the same e-mail is withdrawn.
 * @returns the invitation with its token, of which only the hash is stored
 * @throws {DomainError} USER_EXISTS, TOO_MANY_INVITATIONS
 */
export async function inviteAdministrator(ctx: Ctx, { email }: InviteAdministratorBody): Promise<NewInvitation> {
  if (await hasUserWithEmail(ctx.db, email)) throw new DomainError('USER_EXISTS');
  const { caller, clock } = ctx;
  const token = newToken();
  const now = clock.now();
  const row = {
    id: newId(),
    email,
    invited_by_name: caller.username,
    created_at: now,
    expires_at: new Date(now.getTime() + INVITATION_MS),
  };
  return inTransaction(ctx, async (inTx) => {
    const { tx, publisher } = inTx;
    await invitationsStore.lockNew(tx);
    await invitationsStore.withdrawOfEmail(tx, email, now);
    if ((await invitationsStore.findValid(tx, now, INVITATIONS_MAX)).length === INVITATIONS_MAX) {
      throw new DomainError('TOO_MANY_INVITATIONS');
    }
    await invitationsStore.insert(tx, { ...row, token_hash: hashToken(token), invited_by: caller.id });
    const after = { expiresAt: row.expires_at.toISOString() };
    await recordAudit(inTx, { action: 'administrator.invite', target: targetOf(row), after });
    afterCommit(tx, () => publisher.toAdmins(administratorsChanged, {}));
    return { invitation: toInvited(row), token };
  });
}

/** @throws {DomainError} INVITATION_NOT_FOUND where it cannot be accepted any more */
export const withdrawInvitation = (ctx: Ctx, id: string): Promise<void> =>
  inTransaction(ctx, async (inTx) => {
    const { tx, clock, publisher } = inTx;
    const withdrawn = await invitationsStore.withdraw(tx, id, clock.now());
    if (!withdrawn) throw new DomainError('INVITATION_NOT_FOUND');
    await recordAudit(inTx, { action: 'administrator.withdraw_invitation', target: targetOf(withdrawn) });
    afterCommit(tx, () => publisher.toAdmins(administratorsChanged, {}));
  });

/** Purges invitations that expired long ago. Several servers may do so at once. */
export const purgeExpiredInvitations = ({ db, clock }: App): Promise<void> =>
  invitationsStore.deleteExpiredBefore(db, new Date(clock.now().getTime() - KEPT_MS));

const targetOf = ({ id, email }: Pick<InvitationRow, 'id' | 'email'>) =>
  ({ type: 'invitation', id, name: email }) as const;
