import { type RawBuilder, sql } from 'kysely';
import { z } from 'zod';
import type { Tx } from '../../lib/db/database.ts';

/** 'half': half of the time of a subject is over; 'end': all of it; 'appeal_half' and 'appeal': the same of an appeal. */
export const REMINDERS = ['half', 'end', 'appeal_half', 'appeal'] as const;
export type Reminder = (typeof REMINDERS)[number];
export type AppealReminder = 'appeal_half' | 'appeal';
export type SubjectReminder = Exclude<Reminder, AppealReminder>;
export const isOfAppeal = (reminder: Reminder): reminder is AppealReminder =>
  reminder === 'appeal_half' || reminder === 'appeal';

const dueSchema = z.object({ at: z.iso.datetime(), itemType: z.string(), itemId: z.string() });
/** A subject, or an appeal by its id, with the time at which administrators are reminded of it. */
export type Due = z.infer<typeof dueSchema>;

const positionSchema = dueSchema.extend({ setAside: z.array(dueSchema).default([]) });
/** The last one of which administrators were reminded, in the order of time, and those before it whose reminder failed. */
type ReminderPosition = z.infer<typeof positionSchema>;

const COLUMNS = {
  half: sql`m.half_due_at`,
  end: sql`m.due_at`,
  appeal_half: sql`a.half_due_at`,
  appeal: sql`a.due_at`,
} as const satisfies Record<Reminder, unknown>;
const keyOf = (reminder: Reminder) => `reminded_until_${reminder}`;

export const remindersStore = {
  /** Up to where administrators were reminded, which nobody else changes until the transaction ends; from now on at first. */
  async lockPosition(tx: Tx, reminder: Reminder, now: Date): Promise<ReminderPosition> {
    const first: ReminderPosition = { at: now.toISOString(), itemType: '', itemId: '', setAside: [] };
    await tx
      .insertInto('app_meta')
      .values({ key: keyOf(reminder), value: JSON.stringify(first) })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    const { value } = await tx
      .selectFrom('app_meta')
      .select('value')
      .where('key', '=', keyOf(reminder))
      .forUpdate()
      .executeTakeFirstOrThrow();
    return positionSchema.parse(value);
  },

  async setPosition(tx: Tx, reminder: Reminder, position: ReminderPosition): Promise<void> {
    const value = JSON.stringify(position);
    await tx.updateTable('app_meta').set({ value }).where('key', '=', keyOf(reminder)).execute();
  },

  /** The next open subject, or appeal that waits, whose time came after a position and not after `until`. */
  async findNext(tx: Tx, reminder: Reminder, position: Due, until: Date): Promise<Due | undefined> {
    const query = isOfAppeal(reminder) ? nextAppeal(reminder, position, until) : nextSubject(reminder, position, until);
    const [next] = (await query.execute(tx)).rows;
    return next && { ...next, at: next.at.toISOString() };
  },

  /** Who handles a subject, locked until the transaction ends; undefined where it is due at another time by now. */
  async lockDue(
    tx: Tx,
    reminder: SubjectReminder,
    { at, itemType, itemId }: Due,
  ): Promise<{ assigneeId: string | null } | undefined> {
    const { rows } = await sql<{ assigneeId: string | null }>`
      select m.assignee_id as "assigneeId" from moderation_subjects m
      where m.subject_type = ${itemType} and m.subject_id = ${itemId} and ${COLUMNS[reminder]} = ${at}
      for no key update`.execute(tx);
    return rows[0];
  },

  /** The subject of an appeal, which is locked until the transaction ends, and who handles it; undefined where it is decided by now. */
  async lockDueAppeal(
    tx: Tx,
    reminder: AppealReminder,
    { at, itemId }: Due,
  ): Promise<{ subject_type: string; subject_id: string; assigneeId: string | null } | undefined> {
    const { rows } = await sql<{ subject_type: string; subject_id: string; assigneeId: string | null }>`
      select a.subject_type, a.subject_id, m.assignee_id as "assigneeId" from appeals a
      left join moderation_subjects m on m.subject_type = a.subject_type and m.subject_id = a.subject_id
      where a.id = ${itemId} and ${COLUMNS[reminder]} = ${at} and a.outcome is null for no key update of a`.execute(tx);
    return rows[0];
  },
};

type NextRow = Omit<Due, 'at'> & { at: Date };

function nextSubject(reminder: SubjectReminder, { at, itemType, itemId }: Due, until: Date): RawBuilder<NextRow> {
  const column = COLUMNS[reminder];
  return sql<NextRow>`
    select ${column} as at, m.subject_type as "itemType", m.subject_id as "itemId" from moderation_subjects m
    where ${column} >= ${at} and ${column} <= ${until} and (${column}, m.subject_type, m.subject_id) > (${at}, ${itemType}, ${itemId})
    order by ${column}, m.subject_type, m.subject_id limit 1`;
}

function nextAppeal(reminder: AppealReminder, { at, itemId }: Due, until: Date): RawBuilder<NextRow> {
  const column = COLUMNS[reminder];
  return sql<NextRow>`
    select ${column} as at, a.subject_type as "itemType", a.id as "itemId" from appeals a
    where a.outcome is null and ${column} >= ${at} and ${column} <= ${until} and (${column}, a.id) > (${at}, ${itemId})
    order by ${column}, a.id limit 1`;
}
