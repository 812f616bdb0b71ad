import { administratorsChanged } from '@hai-dang/contract/administrators/administrators.events.ts';
import type {
  AcceptInvitationBody,
  Administrator,
  Invitation,
  InviteAdministratorBody,
  NewInvitation,
} from '@hai-dang/contract/administrators/administrators.schema.ts';
import { INVITATION_MS, INVITATIONS_MAX } from '@hai-dang/contract/constants.ts';
import { insertAuditEntry } from '../audit/record-audit.ts';
import type { AuthService } from '../auth/auth.service.ts';
import type { Clock } from '../lib/clock.ts';
import type { Database, DbOrTx, Tx } from '../lib/db/database.ts';
import { afterCommit } from '../lib/db/transact.ts';
import { DomainError } from '../lib/domain-error.ts';
import type { CallContext, Caller } from '../lib/http/call.ts';
import { newId } from '../lib/ids.ts';
import type { Publisher } from '../lib/realtime/publisher.ts';
import type { UsersService } from '../users/users.service.ts';
import { toInvited } from './administrators.mapper.ts';
import { type InvitationRow, invitationsStore } from './invitations.store.ts';

/** So long an expired invitation is kept, so that its link says why it does not work. */
const KEPT_MS = 30 * 24 * 3_600_000;

interface InvitationsNeeds {
  database: Pick<Database, 'db' | 'transact'>;
  users: Pick<UsersService, 'hasUserWithEmail' | 'insertAdministrator'>;
  auth: Pick<AuthService, 'limitInvitationCalls' | 'newToken' | 'hashToken' | 'hashPassword' | 'rejectWeakPassword'>;
  publisher: Pick<Publisher, 'toAdmins'>;
  clock: Clock;
}

/** Invitations to become an administrator, by a link that is good once (docs/decisions/055). */
export function createInvitationsService({ database, users, auth, publisher, clock }: InvitationsNeeds) {
  const { db, transact } = database;

  const publishChange = (tx: Tx): void => afterCommit(tx, () => publisher.toAdmins(administratorsChanged, {}));
  const targetOf = ({ id, email }: Pick<InvitationRow, 'id' | 'email'>) =>
    ({ type: 'invitation', id, name: email }) as const;

  /**
   * The invitation of a token that can be accepted.
   * @throws {DomainError} INVITATION_NOT_FOUND, INVITATION_USED, INVITATION_WITHDRAWN, INVITATION_EXPIRED
   */
  async function requireValid(on: DbOrTx, tokenHash: Buffer): Promise<InvitationRow> {
    const found = await invitationsStore.findByToken(on, tokenHash);
    if (!found) throw new DomainError('INVITATION_NOT_FOUND');
    if (found.accepted_at) throw new DomainError('INVITATION_USED');
    if (found.withdrawn_at || !found.is_inviter_active) throw new DomainError('INVITATION_WITHDRAWN');
    if (found.expires_at <= clock.now()) throw new DomainError('INVITATION_EXPIRED');
    return found;
  }

  return {
    /** Those that can be accepted, newest first. */
    listInvitations: async (): Promise<Administrator[]> =>
      (await invitationsStore.findValid(db, clock.now(), INVITATIONS_MAX)).map(toInvited),

    /**
     * Invites somebody; an earlier invitation of the same e-mail is withdrawn.
     * @returns the invitation with its token, of which only the hash is stored
     * @throws {DomainError} USER_EXISTS, TOO_MANY_INVITATIONS
     */
    async inviteAdministrator(
      { email }: InviteAdministratorBody,
      caller: Caller,
      context: CallContext,
    ): Promise<NewInvitation> {
      if (await users.hasUserWithEmail(email)) throw new DomainError('USER_EXISTS');
      const token = auth.newToken();
      const now = clock.now();
      const row = {
        id: newId(),
        email,
        invited_by_name: caller.username,
        created_at: now,
        expires_at: new Date(now.getTime() + INVITATION_MS),
      };
      return transact(async (tx) => {
        await invitationsStore.lockNew(tx);
        await invitationsStore.withdrawOfEmail(tx, email, now);
        if ((await invitationsStore.findValid(tx, now, INVITATIONS_MAX)).length === INVITATIONS_MAX) {
          throw new DomainError('TOO_MANY_INVITATIONS');
        }
        await invitationsStore.insert(tx, { ...row, token_hash: auth.hashToken(token), invited_by: caller.id });
        const after = { expiresAt: row.expires_at.toISOString() };
        await insertAuditEntry(
          tx,
          {
            action: 'administrator.invite',
            actor: caller,
            target: targetOf(row),
            after,
            context,
          },
          clock.now(),
        );
        publishChange(tx);
        return { invitation: toInvited(row), token };
      });
    },

    /** @throws {DomainError} INVITATION_NOT_FOUND where it cannot be accepted any more */
    withdrawInvitation: (id: string, caller: Caller, context: CallContext): Promise<void> =>
      transact(async (tx) => {
        const withdrawn = await invitationsStore.withdraw(tx, id, clock.now());
        if (!withdrawn) throw new DomainError('INVITATION_NOT_FOUND');
        const target = targetOf(withdrawn);
        await insertAuditEntry(
          tx,
          { action: 'administrator.withdraw_invitation', actor: caller, target, context },
          clock.now(),
        );
        publishChange(tx);
      }),

    /**
     * Whom an invitation is for.
     * @throws {DomainError} TOO_MANY_INVITATION_CALLS; what {@link requireValid} throws
     */
    async getInvitation(token: string, context: CallContext): Promise<Invitation> {
      await auth.limitInvitationCalls(context);
      const { email, invited_by_name, expires_at } = await requireValid(db, auth.hashToken(token));
      return { email, invitedBy: invited_by_name, expiresAt: expires_at.toISOString() };
    },

    /**
     * Makes the invited person an administrator. Of several calls at the same moment one does.
     * @throws {DomainError} TOO_MANY_INVITATION_CALLS, WEAK_PASSWORD whose message says why, USER_EXISTS; what
     *   {@link requireValid} throws
     */
    async acceptInvitation({ token, username, password }: AcceptInvitationBody, context: CallContext): Promise<void> {
      await auth.limitInvitationCalls(context);
      const tokenHash = auth.hashToken(token);
      const { email } = await requireValid(db, tokenHash);
      await auth.rejectWeakPassword(password, { email, username });
      const passwordHash = await auth.hashPassword(password);
      await transact(async (tx) => {
        await invitationsStore.lock(tx, tokenHash);
        const invitation = await requireValid(tx, tokenHash);
        await invitationsStore.accept(tx, invitation.id, clock.now());
        const { id } = await users.insertAdministrator(tx, { email, username, passwordHash });
        await insertAuditEntry(
          tx,
          {
            action: 'user.create_admin',
            actor: { id, username },
            target: { type: 'user', id, name: username },
            after: { email, role: 'admin', invitationId: invitation.id, invitedBy: invitation.invited_by_name },
            context,
          },
          clock.now(),
        );
        publishChange(tx);
      });
    },

    /** Purges invitations that expired long ago. Several servers may do so at once. */
    purgeExpired: (): Promise<void> =>
      invitationsStore.deleteExpiredBefore(db, new Date(clock.now().getTime() - KEPT_MS)),
  };
}
export type InvitationsService = ReturnType<typeof createInvitationsService>;
