import type { Readable } from 'node:stream';
import type { ExportUsersBody, UserDetail } from '@hai-dang/contract/users/users.schema.ts';
import { insertAuditEntry, recordReading } from '../audit/record-audit.ts';
import type { AuthService } from '../auth/auth.service.ts';
import type { Ctx } from '../lib/context.ts';
import type { Tx } from '../lib/db/database.ts';
import { violatedConstraint } from '../lib/db/postgres-errors.ts';
import { DomainError } from '../lib/domain-error.ts';
import { newId } from '../lib/ids.ts';
import { EXPORT_BATCH, filtersInUse } from '../lib/list-export.ts';
import { createRelatedAccounts } from './related-accounts.ts';
import { USER_COLUMNS } from './users.csv.ts';
import { usersDeletionStore } from './users.deletion.store.ts';
import { type AccountDeletionNeeds, createAccountDeletion } from './users.deletion.ts';
import { usersListingStore } from './users.listing.store.ts';
import { createUserListing } from './users.listing.ts';
import { toUserDetail } from './users.mapper.ts';
import { usersStore } from './users.store.ts';

interface UsersServiceNeeds extends AccountDeletionNeeds {
  auth: Pick<AuthService, 'hashPassword'>;
}

export interface NewAdministrator {
  email: string;
  /** Defaults to the part of the e-mail before '@'. */
  username?: string;
  password: string;
}

/** Users as an administrator sees and changes them (specification, sections 2 to 6). */
export function createUsersService(needs: UsersServiceNeeds) {
  const { auth, app } = needs;
  const { db, transact, clock } = app;
  const deletion = createAccountDeletion(needs);

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
      const isBeingDeleted = await usersDeletionStore.isBeingDeleted(db, id);
      throw new DomainError('USER_NOT_FOUND', ...(isBeingDeleted ? [{ isBeingDeleted }] : []));
    },

    deleteUser: deletion.deleteUser,
    resumePurges: deletion.resumePurges,
    insertAdministrator,

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
