import type { Readable } from 'node:stream';
import { administratorsChanged } from '@hai-dang/contract/administrators/administrators.events.ts';
import type { AuditAction } from '@hai-dang/contract/audit/audit.schema.ts';
import type { ExportUsersBody, UserDetail } from '@hai-dang/contract/users/users.schema.ts';
import { insertAuditEntry, recordReading } from '../audit/record-audit.ts';
import type { AuthService } from '../auth/auth.service.ts';
import type { Ctx } from '../lib/context.ts';
import type { Database, Tx } from '../lib/db/database.ts';
import { violatedConstraint } from '../lib/db/postgres-errors.ts';
import { afterCommit } from '../lib/db/transact.ts';
import { DomainError } from '../lib/domain-error.ts';
import type { CallContext, Caller } from '../lib/http/call.ts';
import { newId } from '../lib/ids.ts';
import { EXPORT_BATCH, filtersInUse } from '../lib/list-export.ts';
import { administrator, appendEvent } from '../moderation/subjects/append-event.ts';
import { lockSubject } from '../moderation/subjects/lock-subject.ts';
import { createRelatedAccounts } from './related-accounts.ts';
import { USER_COLUMNS } from './users.csv.ts';
import { type AccountDeletionNeeds, createAccountDeletion } from './users.deletion.ts';
import { usersListingStore } from './users.listing.store.ts';
import { createUserListing } from './users.listing.ts';
import { toUserDetail } from './users.mapper.ts';
import { createPenalties } from './users.penalties.ts';
import { type DenyReason, denyReasonForDelete } from './users.policy.ts';
import { type UserDetailRow, usersStore } from './users.store.ts';

interface UsersServiceNeeds extends AccountDeletionNeeds {
  database: Pick<Database, 'now'>;
  auth: Pick<AuthService, 'revokeSessions' | 'hashPassword'>;
}

const SUSPENSIONS_PER_STEP = 100;

export interface NewAdministrator {
  email: string;
  /** Defaults to the part of the e-mail before '@'. */
  username?: string;
  password: string;
}

type Policy = typeof denyReasonForDelete;

/** Users as an administrator sees and changes them (specification, sections 2 to 6). */
export function createUsersService(needs: UsersServiceNeeds) {
  const { auth, app } = needs;
  const { db, transact, publisher, clock } = app;
  const deletion = createAccountDeletion(needs);

  async function lockAccount(tx: Tx, id: string): Promise<UserDetailRow> {
    const subject = await usersStore.findDetailForUpdate(tx, id);
    if (!subject) throw new DomainError('USER_NOT_FOUND');
    return subject;
  }

  /**
   * Locks the account that is to be changed. All administrators are locked only if it is one of them, for the sake of the
   * last one; else the caller's row is enough. Administrators are locked first, so that two callers cannot block each other.
   */
  async function lockAndAuthorize(tx: Tx, id: string, caller: Caller, policy: Policy): Promise<UserDetailRow> {
    const isAdmin = (await usersStore.findRole(tx, id)) === 'admin';
    const activeAdminIds = await usersStore.lockActiveAdmins(tx, isAdmin ? undefined : caller.id);
    const subject = await lockAccount(tx, id);
    const rejection = policy(caller.id, subject, activeAdminIds);
    if (rejection) throw new PolicyViolation(rejection, subject);
    // The call was authorized before it waited for the locks; meanwhile another administrator may have disabled the caller.
    if (!activeAdminIds.includes(caller.id)) throw new DomainError('SESSION_EXPIRED');
    return subject;
  }

  /** @throws {DomainError} USER_EXISTS when the name or the e-mail is taken */
  async function insertAdministrator(
    tx: Tx,
    { email, username, passwordHash }: { email: string; username: string; passwordHash: string },
  ): Promise<{ id: string }> {
    const id = newId();
    try {
      await usersStore.insertAdmin(tx, { id, username, email, passwordHash, at: clock.now() });
    } catch (error) {
      const constraint = violatedConstraint(error);
      const isTaken = constraint === 'users_username_key' || constraint === 'users_email_key';
      throw isTaken ? new DomainError('USER_EXISTS') : error;
    }
    return { id };
  }

  /** App users are not in the list of administrators. */
  function publishIfAdmin(tx: Tx, { role }: UserDetailRow): void {
    if (role === 'admin') afterCommit(tx, () => publisher.toAdmins(administratorsChanged, {}));
  }

  const penalties = createPenalties({ ...needs, lockAndAuthorize, publishIfAdmin });

  /** Runs a change; a denied one is recorded in the audit log, outside of the transaction that was rolled back. */
  async function auditDenial<T>(
    action: AuditAction,
    caller: Caller,
    context: CallContext,
    work: () => Promise<T>,
  ): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof PolicyViolation)) throw error;
      const { code, subject } = error;
      await insertAuditEntry(
        db,
        { action, actor: caller, target: targetOf(subject), reason: code, context },
        clock.now(),
      );
      throw new DomainError(code);
    }
  }

  const listing = createUserListing({ db, clock });

  return {
    ...listing,
    ...createRelatedAccounts(db),

    /**
     * The users of a list, or of a search, as CSV. The export is recorded before the first line is sent.
     * @throws {DomainError} TOO_MANY_EXPORTS
     */
    exportUsers(ctx: Ctx, body: ExportUsersBody): Promise<Readable> {
      const { filters, ...search } = body;
      const list = body.searchTerm?.trim() ? listing.searchUsers : listing.listUsers;
      return ctx.exports.start(ctx.caller.id, {
        columns: USER_COLUMNS,
        fetchPage: async (cursor: string | null) => {
          const { users, pagination } = await list({ ...body, cursor, limit: EXPORT_BATCH });
          return { rows: users, next: pagination.nextCursor };
        },
        record: () => recordReading(ctx, { action: 'user.export', after: filtersInUse({ ...search, ...filters }) }),
      });
    },

    /** @throws {DomainError} USER_NOT_FOUND, which says whether the account is being deleted */
    async getUserDetail(id: string): Promise<UserDetail> {
      const row = await usersStore.findDetail(db, id);
      if (row) return toUserDetail(row);
      const isBeingDeleted = await deletion.isBeingDeleted(db, id);
      throw new DomainError('USER_NOT_FOUND', ...(isBeingDeleted ? [{ isBeingDeleted }] : []));
    },

    resumePurges: deletion.resumePurges,
    ...penalties,
    auditDenial,
    insertAdministrator,

    /**
     * Disables an account and ends its sessions. Doing it again changes nothing and leaves no second entry.
     * @throws {DomainError} USER_NOT_FOUND, OWN_ACCOUNT, LAST_ADMIN
     */
    disableUser: (id: string, caller: Caller, context: CallContext): Promise<UserDetail> =>
      auditDenial('user.disable', caller, context, () =>
        transact((tx) => penalties.setDisabledInTx(tx, id, true, caller, context)),
      ),

    /**
     * Enables an account; idempotent like disabling.
     * @throws {DomainError} USER_NOT_FOUND
     */
    enableUser: (id: string, caller: Caller, context: CallContext): Promise<UserDetail> =>
      transact((tx) => penalties.setDisabledInTx(tx, id, false, caller, context)),

    /**
     * Deletes an account for good. It is invisible when this returns; its content (posts, comments,
     * likes, follows, notifications, conversation, images) follows in a job.
     * @throws {DomainError} USER_NOT_FOUND, PROTECTED_ACCOUNT, OWN_ACCOUNT, LAST_ADMIN
     */
    deleteUser: (id: string, caller: Caller, context: CallContext): Promise<void> =>
      auditDenial('user.delete', caller, context, () =>
        transact(async (tx) => {
          const moderated = await lockSubject({ ...app, tx }, { itemType: 'User', itemId: id }, id);
          const subject = await lockAndAuthorize(tx, id, caller, denyReasonForDelete);
          await appendEvent(moderated, { kind: 'deleted', actor: administrator(caller) });
          await deletion.closeAccount(tx, subject, caller, context);
          publishIfAdmin(tx, subject);
        }),
      ),

    /**
     * Ends the suspensions that are over by the time of the database, each in a transaction of its own; another server may do
     * the same meanwhile. An account that fails does not keep the others suspended.
     * @param signal aborts it between two of them
     * @throws the first failure, when every account has been tried
     */
    async endSuspensions(signal?: AbortSignal): Promise<void> {
      const failures: unknown[] = [];
      const now = await needs.database.now();
      for (let hasMore = true; hasMore && !signal?.aborted; ) {
        // Skip the accounts that failed: they are still suspended, and would be found first again.
        const step = { skip: failures.length, most: SUSPENSIONS_PER_STEP };
        const ids = await usersStore.findSuspensionsOver(db, now, step);
        hasMore = ids.length === SUSPENSIONS_PER_STEP;
        for (const id of ids) {
          if (signal?.aborted) break;
          await transact((tx) => penalties.endSuspension(tx, id, now)).catch(
            (error: unknown) => void failures.push(error),
          );
        }
      }
      if (failures.length > 0) throw failures[0];
    },

    /** Whether an account has this e-mail, letter case ignored. */
    hasUserWithEmail: (email: string): Promise<boolean> => usersStore.existsWithEmail(db, email),

    /** How many users the app has. */
    countAppUsers: (): Promise<number> => usersListingStore.countByGroup(db, { role: 'user' }),

    /** Whether anybody can sign in. */
    hasAdministrator: async (): Promise<boolean> =>
      (await usersListingStore.countByGroup(db, { role: 'admin', isDisabled: false })) > 0,

    /**
     * Creates an administrator from the command line or the settings.
     * @throws {DomainError} USER_EXISTS when the name or the e-mail is taken
     */
    async createAdministrator({ email, username, password }: NewAdministrator): Promise<{ id: string }> {
      const name = username ?? email.split('@', 1)[0] ?? email;
      const passwordHash = await auth.hashPassword(password);
      return transact(async (tx) => {
        const { id } = await insertAdministrator(tx, { email, username: name, passwordHash });
        await insertAuditEntry(
          tx,
          {
            action: 'user.create_admin',
            actor: null,
            target: { type: 'user', id, name },
            after: { email, role: 'admin' },
            context: { requestId: 'command-line', address: 'local' },
          },
          clock.now(),
        );
        return { id };
      });
    },
  };
}
export type UsersService = ReturnType<typeof createUsersService>;

class PolicyViolation extends DomainError<DenyReason> {
  readonly subject: UserDetailRow;

  constructor(code: DenyReason, subject: UserDetailRow) {
    super(code);
    this.subject = subject;
  }
}

const targetOf = ({ id, username }: UserDetailRow) => ({ type: 'user' as const, id, name: username });
