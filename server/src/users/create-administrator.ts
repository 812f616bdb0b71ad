import { insertAuditEntry } from '../audit/record-audit.ts';
import { hashPassword } from '../auth/password.ts';
import { type App, type AppTx, inTransaction } from '../lib/context.ts';
import { violatedConstraint } from '../lib/db/postgres-errors.ts';
import { DomainError } from '../lib/domain-error.ts';
import { newId } from '../lib/ids.ts';
import { usersStore } from './users.store.ts';

interface NewAdministrator {
  email: string;
  /** Defaults to the part of the e-mail before '@'. */
  username?: string;
  password: string;
}

/**
 * Creates an administrator from the command line or the settings.
 * @throws {DomainError} USER_EXISTS when the name or the e-mail is taken
 */
export async function createAdministrator(
  app: App,
  { email, username, password }: NewAdministrator,
): Promise<{ id: string }> {
  const name = username ?? email.split('@', 1)[0] ?? email;
  const passwordHash = await hashPassword(password);
  return inTransaction(app, async (ctx) => {
    const { id } = await insertAdministrator(ctx, { email, username: name, passwordHash });
    await insertAuditEntry(
      ctx.tx,
      {
        action: 'user.create_admin',
        actor: null,
        target: { type: 'user', id, name },
        after: { email, role: 'admin' },
        context: { requestId: 'command-line', address: 'local' },
      },
      ctx.clock.now(),
    );
    return { id };
  });
}

/**
 * Inserts the account alone, without an audit entry.
 * @throws {DomainError} USER_EXISTS when the name or the e-mail is taken
 */
export async function insertAdministrator(
  { tx, clock }: Pick<AppTx, 'tx' | 'clock'>,
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
