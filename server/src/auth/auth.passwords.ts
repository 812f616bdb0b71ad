import type { AuditAction } from '@hai-dang/contract/audit/audit.schema.ts';
import type { AuditEvent } from '../audit/record-audit.ts';
import type { Clock } from '../lib/clock.ts';
import type { Db, Tx } from '../lib/db/database.ts';
import { DomainError } from '../lib/domain-error.ts';
import type { CallContext, Caller } from '../lib/http/call.ts';
import type { Sessions } from './auth.sessions.ts';
import { authStore } from './auth.store.ts';
import type { LoginLimiter } from './login-limiter.ts';
import { hashPassword } from './password.ts';
import { checkPasswordStrength, type PasswordWeakness, weaknessMessages } from './password-strength.ts';
import { checkStoredPassword } from './stored-password.ts';

interface OwnPasswordsNeeds {
  db: Db;
  sessions: Pick<Sessions, 'noteConfirmedPassword' | 'endOtherSessions'>;
  limiter: LoginLimiter;
  /** Runs `work`; if it rejects, that goes into the audit log. */
  auditDenial: <T>(event: Omit<AuditEvent, 'reason'>, work: () => Promise<T>) => Promise<T>;
  clock: Clock;
}

/** A new password that can be guessed; its message says why. */
class WeakPassword extends DomainError<'WEAK_PASSWORD'> {
  constructor(weakness: PasswordWeakness) {
    super('WEAK_PASSWORD');
    this.message = weaknessMessages[weakness];
  }
}

/** Re-authentication and change of password of a signed-in account. */
export function createOwnPasswords({ db, sessions, limiter, auditDenial, clock }: OwnPasswordsNeeds) {
  /**
   * Checks what re-authenticates a caller who is signed in. Failures count as at sign-in, apart from strangers'.
   * @param action what it is needed for; a failure is recorded in the audit log under it
   * @throws {DomainError} TOO_MANY_LOGIN_FAILURES, TOO_MANY_LOGINS; what `work` throws
   */
  function attemptSignedIn<T>(
    action: AuditAction,
    caller: Caller,
    context: CallContext,
    work: () => Promise<T>,
  ): Promise<T> {
    return auditDenial({ action, actor: caller, context }, () => limiter.attemptSignedIn(caller.id, work));
  }

  return {
    attemptSignedIn,

    /**
     * Verifies the caller's password; see {@link attemptSignedIn}.
     * @returns what is stored of it
     * @throws {DomainError} WRONG_PASSWORD, TOO_MANY_LOGIN_FAILURES, TOO_MANY_LOGINS
     */
    checkOwnPassword(action: AuditAction, password: string, caller: Caller, context: CallContext): Promise<string> {
      return attemptSignedIn(action, caller, context, async () => {
        const password_hash = (await authStore.findPasswordHash(db, caller.id)) ?? null;
        const stored = await checkStoredPassword({ db, clock }, { id: caller.id, password_hash }, password);
        if (!stored) throw new DomainError('WRONG_PASSWORD');
        return stored;
      });
    },

    /**
     * Replaces the password that was verified, and ends all other sessions.
     * @returns how many
     * @throws {DomainError} WRONG_PASSWORD where it has been changed meanwhile
     */
    async replacePassword(tx: Tx, caller: Caller, oldHash: string, newHash: string): Promise<number> {
      await authStore.lockAccount(tx, caller.id);
      const isReplaced = await authStore.setPasswordHash(tx, caller.id, oldHash, newHash, clock.now());
      if (!isReplaced) throw new DomainError('WRONG_PASSWORD');
      await sessions.noteConfirmedPassword(tx, caller);
      return sessions.endOtherSessions(tx, caller);
    },

    /** What is stored of a new password. */
    hashPassword,

    /** @throws {WeakPassword} saying why a new password will not do for this account */
    async rejectWeakPassword(
      password: string,
      { email, username }: { email: string; username: string },
    ): Promise<void> {
      const weakness = await checkPasswordStrength(password.normalize('NFC'), [email, username]);
      if (weakness) throw new WeakPassword(weakness);
    },
  };
}
