import { hashToken, newToken } from '../../server/src/auth/token.ts';
import type { Database } from '../../server/src/lib/db/database.ts';
import { newId } from '../../server/src/lib/ids.ts';

export interface SignedIn {
  id: string;
  token: string;
}

const ROWS_AT_ONCE = 1_000;
const SESSION_MS = 3_600_000;

/** Signed-in accounts: their sessions are inserted directly, because a sign-in is slow by design. */
export async function createSignedIn({ db }: Database, role: 'user' | 'admin', count: number): Promise<SignedIn[]> {
  const now = new Date();
  const all = Array.from({ length: count }, () => ({ id: newId(), token: newToken() }));
  for (let from = 0; from < count; from += ROWS_AT_ONCE) {
    const some = all.slice(from, from + ROWS_AT_ONCE);
    await db
      .insertInto('users')
      .values(some.map(({ id }) => ({ id, username: `bench ${id}`, email: `${id}@example.com`, role })))
      .execute();
    await db
      .insertInto('sessions')
      .values(
        some.map(({ id, token }) => ({
          token_hash: hashToken(token),
          id: newId(),
          user_id: id,
          ip: '127.0.0.1',
          user_agent: 'bench',
          created_at: now,
          last_used_at: now,
          expires_at: new Date(now.getTime() + SESSION_MS),
        })),
      )
      .execute();
  }
  return all;
}
