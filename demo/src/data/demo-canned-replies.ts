import type { Insertable } from 'kysely';
import type { Schema } from '../../../server/src/lib/db/database.ts';
import { createRandom } from '../../../server/src/lib/random.ts';
import { seededId } from '../factories/seeded-id.ts';
import { CANNED_LINES } from '../texts/canned-lines.ts';

/** The answers that the demo's administrators have ready. */
export function demoCannedReplies(at: Date): Array<Insertable<Schema['canned_replies']>> {
  const random = createRandom('demo canned replies');
  return CANNED_LINES.map(([shortcut, content]) => ({
    id: seededId(random, at.getTime()),
    shortcut,
    content,
    created_at: at,
    updated_at: at,
  }));
}
