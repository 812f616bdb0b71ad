import { newId } from '../../lib/ids.ts';
import { insertAdmin, insertUser } from '../../testing/factories.ts';
import type { Sample, Samples, SampleTarget } from '../../testing/sample.ts';

const ofUserSubject = async ({ database: { db } }: SampleTarget): Promise<Sample> => ({
  params: { itemType: 'User', itemId: (await insertUser(db)).id },
});
const ofNote = async ({ database: { db }, clock }: SampleTarget, removedAt: Date | null): Promise<Sample> => {
  const { id: callerId, username } = await insertAdmin(db);
  const id = newId();
  await db
    .insertInto('subject_notes')
    .values({
      id,
      subject_type: 'User',
      subject_id: (await insertUser(db)).id,
      kind: 'noted',
      text: 'Cần theo dõi',
      author_id: callerId,
      author_name: username,
      created_at: clock.now(),
      removed_at: removedAt,
    })
    .execute();
  return { params: { id }, callerId };
};

export const notesSamples: Samples = {
  endpoints: {
    createNote: async (target) => ({ ...(await ofUserSubject(target)), body: { text: 'Cần theo dõi' } }),
    createTag: async (target) => ({ ...(await ofUserSubject(target)), body: { text: 'VIP' } }),
    listNotes: ofUserSubject,
    removeNote: (target) => ofNote(target, null),
    restoreNote: (target) => ofNote(target, target.clock.now()),
  },
  events: {
    notes_changed: () => ({ itemType: 'Post', itemId: 'p1' }),
  },
  again: { createNote: null, createTag: 409, removeNote: 200, restoreNote: 200 },
  keyed: {
    createNote: { others: async () => [{ text: 'Đã gọi điện' }], code: 'MESSAGE_KEY_REUSED' },
  },
};
