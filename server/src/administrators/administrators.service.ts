import { administratorsChanged } from '@hai-dang/contract/administrators/administrators.events.ts';
import type { Administrator, ListAdministratorsBody } from '@hai-dang/contract/administrators/administrators.schema.ts';
import type { CursorPagination } from '@hai-dang/contract/lib/paging.ts';
import type { AccountService } from '../account/account.service.ts';
import { insertAuditEntry } from '../audit/record-audit.ts';
import type { AuthService } from '../auth/auth.service.ts';
import { revokeSessions } from '../auth/revoke-sessions.ts';
import type { SecondFactors } from '../auth/second-factors.service.ts';
import type { App } from '../lib/context.ts';
import { afterCommit } from '../lib/db/transact.ts';
import { DomainError } from '../lib/domain-error.ts';
import type { CallContext, Caller } from '../lib/http/call.ts';
import { findUser } from '../users/find-user.ts';
import { disableUser, enableUser } from '../users/set-user-disabled.ts';
import type { UsersService } from '../users/users.service.ts';
import { toAdministrator } from './administrators.mapper.ts';
import type { InvitationsService } from './invitations.service.ts';

interface AdministratorsNeeds {
  app: App;
  users: Pick<UsersService, 'listUsers'>;
  auth: Pick<AuthService, 'summarizeSessions'>;
  account: Pick<AccountService, 'resetSecondFactor'>;
  secondFactors: Pick<SecondFactors, 'findThoseOn'>;
  invitations: Pick<InvitationsService, 'listInvitations'>;
}

/** Administrators as other administrators see and change them (docs/decisions/055). */
export function createAdministratorsService(needs: AdministratorsNeeds) {
  const { app, users, auth, account, secondFactors, invitations } = needs;
  const { db, transact, publisher, clock } = app;

  /** @throws {DomainError} ADMINISTRATOR_NOT_FOUND, for an app user's account too */
  async function requireAdministrator(id: string): Promise<{ id: string; username: string }> {
    const user = await findUser(db, id);
    if (user?.role !== 'admin') throw new DomainError('ADMINISTRATOR_NOT_FOUND');
    return { id: user._id, username: user.username };
  }

  /** The same, unless it is the caller: the account screen has what one can do with the own account. */
  async function requireOther(id: string, caller: Caller) {
    if (id === caller.id) throw new DomainError('OWN_ADMINISTRATOR');
    return requireAdministrator(id);
  }

  return {
    /**
     * A page of administrators, newest first; before the first page the invitations that can be accepted.
     * @throws {DomainError} INVALID_CURSOR
     */
    async listAdministrators({
      limit,
      cursor,
    }: ListAdministratorsBody): Promise<{ administrators: Administrator[]; pagination: CursorPagination }> {
      const [{ users: found, pagination }, invited] = await Promise.all([
        users.listUsers({ limit, cursor, filters: { role: 'admin' } }),
        cursor ? [] : invitations.listInvitations(),
      ]);
      const ids = found.map(({ _id }) => _id);
      const [sessions, withSecondFactor] = await Promise.all([
        auth.summarizeSessions(ids),
        secondFactors.findThoseOn(ids),
      ]);
      const administrators = found.map((user) =>
        toAdministrator(user, sessions.get(user._id), withSecondFactor.has(user._id)),
      );
      return { administrators: [...invited, ...administrators], pagination };
    },

    /**
     * Switches an administrator off and ends the sessions; what the administrator handles is released (docs/decisions/047).
     * @throws {DomainError} ADMINISTRATOR_NOT_FOUND, OWN_ACCOUNT, LAST_ADMIN
     */
    async disableAdministrator(id: string, caller: Caller, context: CallContext): Promise<void> {
      await requireAdministrator(id);
      await disableUser({ ...app, caller, request: context }, id);
    },

    /** @throws {DomainError} ADMINISTRATOR_NOT_FOUND */
    async enableAdministrator(id: string, caller: Caller, context: CallContext): Promise<void> {
      await requireAdministrator(id);
      await enableUser({ ...app, caller, request: context }, id);
    },

    /**
     * Ends every session of another administrator; without one there is no audit entry.
     * @throws {DomainError} ADMINISTRATOR_NOT_FOUND, OWN_ADMINISTRATOR
     */
    async endSessions(id: string, caller: Caller, context: CallContext): Promise<void> {
      const target = await requireOther(id, caller);
      await transact(async (tx) => {
        const sessionsEnded = await revokeSessions({ ...app, tx }, id);
        if (sessionsEnded === 0) return;
        await insertAuditEntry(
          tx,
          {
            action: 'administrator.end_sessions',
            actor: caller,
            target: { type: 'user', id, name: target.username },
            after: { sessionsEnded },
            context,
          },
          clock.now(),
        );
        afterCommit(tx, () => publisher.toAdmins(administratorsChanged, {}));
      });
    },

    /**
     * Takes the two-factor off another administrator, whose sessions end.
     * @throws {DomainError} ADMINISTRATOR_NOT_FOUND, OWN_ADMINISTRATOR, SECOND_FACTOR_NOT_ON
     */
    async resetSecondFactor(id: string, caller: Caller, context: CallContext): Promise<void> {
      await account.resetSecondFactor(await requireOther(id, caller), caller, context);
    },
  };
}
export type AdministratorsService = ReturnType<typeof createAdministratorsService>;
