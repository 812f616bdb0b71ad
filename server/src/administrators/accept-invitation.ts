import { administratorsChanged } from '@hai-dang/contract/administrators/administrators.events.ts';
import type { AcceptInvitationBody, Invitation } from '@hai-dang/contract/administrators/administrators.schema.ts';
import { insertAuditEntry } from '../audit/record-audit.ts';
import { rejectWeakPassword } from '../auth/own-password.ts';
import { hashPassword } from '../auth/password.ts';
import { hashToken } from '../auth/token.ts';
import { type App, type Ctx, inTransaction } from '../lib/context.ts';
import type { DbOrTx } from '../lib/db/database.ts';
import { afterCommit } from '../lib/db/transact.ts';
import { DomainError } from '../lib/domain-error.ts';
import { insertAdministrator } from '../users/create-administrator.ts';
import { type InvitationRow, invitationsStore } from './invitations.store.ts';

/**
 * Whom an invitation is for.
 * @throws {DomainError} TOO_MANY_INVITATION_CALLS; what {@link requireValid} throws
 */
export async function getInvitation(ctx: Ctx<null>, token: string): Promise<Invitation> {
  await ctx.attempts.countInvitationCall(ctx.request.address);
  const { email, invited_by_name, expires_at } = await requireValid(ctx, ctx.db, hashToken(token));
  return { email, invitedBy: invited_by_name, expiresAt: expires_at.toISOString() };
}

/**
 * Makes the invited person an administrator. Of several calls at the same moment one does.
 * @throws {DomainError} TOO_MANY_INVITATION_CALLS, WEAK_PASSWORD whose message says why, USER_EXISTS; what
 *   {@link requireValid} throws
 */
export async function acceptInvitation(
  ctx: Ctx<null>,
  { token, username, password }: AcceptInvitationBody,
): Promise<void> {
  await ctx.attempts.countInvitationCall(ctx.request.address);
  const tokenHash = hashToken(token);
  const { email } = await requireValid(ctx, ctx.db, tokenHash);
  await rejectWeakPassword(password, { email, username });
  const passwordHash = await hashPassword(password);
  await inTransaction(ctx, async (inTx) => {
    const { tx, clock, publisher, request: context } = inTx;
    await invitationsStore.lock(tx, tokenHash);
    const { id: invitationId, invited_by_name: invitedBy } = await requireValid(ctx, tx, tokenHash);
    await invitationsStore.accept(tx, invitationId, clock.now());
    const { id } = await insertAdministrator(inTx, { email, username, passwordHash });
    await insertAuditEntry(
      tx,
      {
        action: 'user.create_admin',
        actor: { id, username },
        target: { type: 'user', id, name: username },
        after: { email, role: 'admin', invitationId, invitedBy },
        context,
      },
      clock.now(),
    );
    afterCommit(tx, () => publisher.toAdmins(administratorsChanged, {}));
  });
}

/**
 * The invitation of a token that can be accepted.
 * @throws {DomainError} INVITATION_NOT_FOUND, INVITATION_USED, INVITATION_WITHDRAWN, INVITATION_EXPIRED
 */
async function requireValid({ clock }: Pick<App, 'clock'>, on: DbOrTx, tokenHash: Buffer): Promise<InvitationRow> {
  const found = await invitationsStore.findByToken(on, tokenHash);
  if (!found) throw new DomainError('INVITATION_NOT_FOUND');
  if (found.accepted_at) throw new DomainError('INVITATION_USED');
  if (found.withdrawn_at || !found.is_inviter_active) throw new DomainError('INVITATION_WITHDRAWN');
  if (found.expires_at <= clock.now()) throw new DomainError('INVITATION_EXPIRED');
  return found;
}
