import type {
  ChangePasswordBody,
  OwnAccount,
  OwnSession,
  SecondFactorSecret,
} from '@hai-dang/contract/account/account.schema.ts';
import { administratorsChanged } from '@hai-dang/contract/administrators/administrators.events.ts';
import type { AuditAction } from '@hai-dang/contract/audit/audit.schema.ts';
import { type AuditEvent, insertAuditEntry } from '../audit/record-audit.ts';
import type { AuthService } from '../auth/auth.service.ts';
import { revokeSessions } from '../auth/revoke-sessions.ts';
import type { SecondFactors } from '../auth/second-factors.service.ts';
import type { App } from '../lib/context.ts';
import type { Tx } from '../lib/db/database.ts';
import { afterCommit } from '../lib/db/transact.ts';
import { DomainError } from '../lib/domain-error.ts';
import type { CallContext, Caller } from '../lib/http/call.ts';
import { toOwnAccount, toOwnSession } from './account.mapper.ts';
import { describeDevice } from './device.ts';

interface AccountServiceNeeds {
  app: App;
  auth: AuthService;
  secondFactors: SecondFactors;
}

/** An administrator's own account: password, two-factor, sessions. */
export function createAccountService({ app, auth, secondFactors }: AccountServiceNeeds) {
  const { transact, publisher, clock } = app;

  type OwnAct = Pick<AuditEvent, 'before' | 'after'> & { caller: Caller; context: CallContext };
  const record = (tx: Tx, action: AuditAction, { caller, ...rest }: OwnAct): Promise<void> =>
    insertAuditEntry(tx, { action, actor: caller, ...rest }, clock.now());

  /** The list of administrators says who has two-factor. */
  const publishSecondFactor = (tx: Tx): void => afterCommit(tx, () => publisher.toAdmins(administratorsChanged, {}));

  return {
    async getAccount(caller: Caller): Promise<OwnAccount> {
      const state = await secondFactors.getState(caller.id);
      const mustSetUp = await auth.mustSetUpSecondFactor({ id: caller.id, role: 'admin' });
      return toOwnAccount(caller, state, mustSetUp);
    },

    /** Where the caller is signed in, the session used last first. */
    listOwnSessions: async (caller: Caller): Promise<OwnSession[]> =>
      (await auth.listSessions(caller.id)).map((row) => toOwnSession(row, caller)),

    /**
     * Ends one of the caller's sessions, perhaps the one that makes the call.
     * @throws {DomainError} SESSION_NOT_FOUND, for another account's too
     */
    endSession: (id: string, caller: Caller, context: CallContext): Promise<void> =>
      transact(async (tx) => {
        const ended = await auth.endSession(tx, caller.id, id);
        if (!ended) throw new DomainError('SESSION_NOT_FOUND');
        const { ip, user_agent, created_at } = ended;
        const before = { device: describeDevice(user_agent), address: ip, createdAt: created_at.toISOString() };
        await record(tx, 'account.end_session', { caller, before, context });
      }),

    /** Ends all sessions of the caller but the one that makes the call. @returns how many; none leaves no entry */
    endOtherSessions: (caller: Caller, context: CallContext): Promise<number> =>
      transact(async (tx) => {
        const sessionsEnded = await auth.endOtherSessions(tx, caller);
        const after = { sessionsEnded };
        if (sessionsEnded > 0) await record(tx, 'account.end_other_sessions', { caller, after, context });
        return sessionsEnded;
      }),

    /**
     * Changes the caller's password and ends all other sessions.
     * @throws {DomainError} WRONG_PASSWORD, TOO_MANY_LOGIN_FAILURES, TOO_MANY_LOGINS, WEAK_PASSWORD whose message says why
     */
    async changePassword(
      { currentPassword, newPassword }: ChangePasswordBody,
      caller: Caller,
      context: CallContext,
    ): Promise<void> {
      const action = 'account.change_password';
      const oldHash = await auth.checkOwnPassword(action, currentPassword, caller, context);
      await auth.rejectWeakPassword(newPassword, caller);
      const newHash = await auth.hashPassword(newPassword);
      await transact(async (tx) => {
        const sessionsEnded = await auth.replacePassword(tx, caller, oldHash, newHash);
        await record(tx, action, { caller, after: { sessionsEnded }, context });
      });
    },

    /**
     * Re-authenticates the caller.
     * @throws {DomainError} WRONG_PASSWORD, TOO_MANY_LOGIN_FAILURES, TOO_MANY_LOGINS
     */
    async confirmPassword(password: string, caller: Caller, context: CallContext): Promise<void> {
      const action = 'account.confirm_password';
      await auth.checkOwnPassword(action, password, caller, context);
      await transact(async (tx) => {
        await auth.noteConfirmedPassword(tx, caller);
        await record(tx, action, { caller, context });
      });
    },

    /** @throws {DomainError} SECOND_FACTOR_ALREADY_ON */
    beginSecondFactor: (caller: Caller, context: CallContext): Promise<SecondFactorSecret> =>
      transact(async (tx) => {
        const pending = await secondFactors.begin(tx, caller.id, caller.email);
        await record(tx, 'account.begin_second_factor', { caller, context });
        return pending;
      }),

    /**
     * Enables two-factor. Other sessions stay: their password was right.
     * @returns the recovery codes, which are never returned again
     * @throws {DomainError} SECOND_FACTOR_NOT_BEGUN, SECOND_FACTOR_ALREADY_ON, SECOND_FACTOR_CODE_WRONG,
     *   TOO_MANY_LOGIN_FAILURES, TOO_MANY_LOGINS
     */
    async confirmSecondFactor(code: string, caller: Caller, context: CallContext): Promise<string[]> {
      const action = 'account.enable_second_factor';
      const pending = await secondFactors.pendingEnrolment(caller.id);
      const { codes, confirm } = await auth.attemptSignedIn(action, caller, context, () => pending.tryCode(code));
      await transact(async (tx) => {
        await confirm(tx);
        publishSecondFactor(tx);
        await record(tx, action, { caller, context });
      });
      return codes;
    },

    /**
     * Creates new recovery codes; the old ones become invalid.
     * @returns them; they are never returned again
     * @throws {DomainError} SECOND_FACTOR_NOT_ON
     */
    async renewRecoveryCodes(caller: Caller, context: CallContext): Promise<string[]> {
      const { codes, replace } = await secondFactors.prepareRecoveryCodes(caller.id);
      await transact(async (tx) => {
        await replace(tx);
        await record(tx, 'account.renew_recovery_codes', { caller, context });
      });
      return codes;
    },

    /**
     * Disables two-factor. Where it is required, open sockets close: clients reconnect after a new enrolment.
     * @throws {DomainError} SECOND_FACTOR_NOT_ON
     */
    disableSecondFactor: (caller: Caller, context: CallContext): Promise<void> =>
      transact(async (tx) => {
        await secondFactors.remove(tx, caller.id);
        auth.closeSocketsIfSecondFactorRequired(tx, caller.id);
        publishSecondFactor(tx);
        await record(tx, 'account.disable_second_factor', { caller, context });
      }),

    /**
     * Resets a lost two-factor enrolment. All sessions of the account end.
     * @param actor another administrator; null for the command line
     * @throws {DomainError} SECOND_FACTOR_NOT_ON
     */
    resetSecondFactor: (
      { id, username }: { id: string; username: string },
      actor: Caller | null,
      context: AuditEvent['context'],
    ): Promise<void> =>
      transact(async (tx) => {
        await secondFactors.remove(tx, id);
        const sessionsEnded = await revokeSessions({ ...app, tx }, id);
        publishSecondFactor(tx);
        await insertAuditEntry(
          tx,
          {
            action: 'account.reset_second_factor',
            actor,
            target: { type: 'user', id, name: username },
            after: { sessionsEnded },
            context,
          },
          clock.now(),
        );
      }),
  };
}
export type AccountService = ReturnType<typeof createAccountService>;
