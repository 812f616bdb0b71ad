import { sql } from 'kysely';
import { z } from 'zod';
import type { Tx } from '../../lib/db/database.ts';

/** 'half': half of the time is over; 'end': all of it. */
export const REMINDERS = ['half', 'end'] as const;
export type Reminder = (typeof REMINDERS)[number];

const positionSchema = z.object({ at: z.iso.datetime(), itemType: z.string(), itemId: z.string() });
/** The last subject of whose time administrators were reminded, in the order of time. */
export type ReminderPosition = z.infer<typeof positionSchema>;

/** Whose position is kept: of the two reminders of reports, and of overdue objections. */
type PositionName = Reminder | 'appeal';

const COLUMNS = { half: sql`m.half_due_at`, end: sql`m.due_at` } as const satisfies Record<Reminder, unknown>;
const keyOf = (reminder: PositionName) => `reminded_until_${reminder}`;

export interface OverdueAppeal {
  id: string;
  at: Date;
  itemType: string;
  itemId: string;
}

export const remindersStore = {
  /** Up to where administrators were reminded, which nobody else changes until the transaction ends; from now on at first. */
  async lockPosition(tx: Tx, reminder: PositionName, now: Date): Promise<ReminderPosition> {
    const first: ReminderPosition = { at: now.toISOString(), itemType: '', itemId: '' };
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

  async setPosition(tx: Tx, reminder: PositionName, position: ReminderPosition): Promise<void> {
    const value = JSON.stringify(position);
    await tx.updateTable('app_meta').set({ value }).where('key', '=', keyOf(reminder)).execute();
  },

  /** The next open subject whose time came after a position and not after `until`. */
  async findNext(
    tx: Tx,
    reminder: Reminder,
    { at, itemType, itemId }: ReminderPosition,
    until: Date,
  ): Promise<{ at: Date; itemType: string; itemId: string } | undefined> {
    const column = COLUMNS[reminder];
    const { rows } = await sql<{ at: Date; itemType: string; itemId: string }>`
      select ${column} as at, m.subject_type as "itemType", m.subject_id as "itemId" from moderation_subjects m
      where ${column} >= ${at} and ${column} <= ${until} and (${column}, m.subject_type, m.subject_id) > (${at}, ${itemType}, ${itemId})
      order by ${column}, m.subject_type, m.subject_id limit 1`.execute(tx);
    return rows[0];
  },

  /** Who handles a subject, locked until the transaction ends; undefined where it is due at another time by now. */
  async lockDue(
    tx: Tx,
    reminder: Reminder,
    { at, itemType, itemId }: { at: Date; itemType: string; itemId: string },
  ): Promise<{ assigneeId: string | null } | undefined> {
    const { rows } = await sql<{ assigneeId: string | null }>`
      select m.assignee_id as "assigneeId" from moderation_subjects m
      where m.subject_type = ${itemType} and m.subject_id = ${itemId} and ${COLUMNS[reminder]} = ${at}
      for no key update`.execute(tx);
    return rows[0];
  },

  /** The next objection that still waits and became due after a position, and not after `until`. */
  async findNextAppeal(tx: Tx, { at, itemId }: ReminderPosition, until: Date): Promise<OverdueAppeal | undefined> {
    const { rows } = await sql<OverdueAppeal>`
      select a.id, a.due_at as at, a.subject_type as "itemType", a.subject_id as "itemId" from appeals a
      where a.outcome is null and a.due_at >= ${at} and a.due_at <= ${until} and (a.due_at, a.id) > (${at}, ${itemId})
      order by a.due_at, a.id limit 1 for no key update`.execute(tx);
    return rows[0];
  },
};
