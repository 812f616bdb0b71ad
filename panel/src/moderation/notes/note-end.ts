import { DAY_MS } from '@hai-dang/contract/lib/durations.ts';
import { isDay } from '../../lib/day.ts';
import { vietnamDay } from '../../lib/format.ts';

/** The last minute of a day in Vietnam. */
const endOfDay = (day: string): Date => new Date(`${day}T23:59:00+07:00`);

/** No end, so many days, or a day that is chosen. */
export const END_CHOICES = ['', '1', '7', '30', 'day'] as const;
export type EndChoice = (typeof END_CHOICES)[number];
export const isEndChoice = (value: string): value is EndChoice => END_CHOICES.some((choice) => choice === value);

export interface ChosenEnd {
  readonly choice: EndChoice;
  /** yyyy-MM-dd; '' for none. */
  readonly day: string;
}
export const NO_END: ChosenEnd = { choice: '', day: '' };

/** When a note ends; null for never, undefined where no day that is to come is chosen. */
export function endAt({ choice, day }: ChosenEnd, now: Date): string | null | undefined {
  if (choice === '') return null;
  if (choice !== 'day') return new Date(now.getTime() + Number(choice) * DAY_MS).toISOString();
  return isDay(day) && day >= vietnamDay(now) && endOfDay(day) > now ? endOfDay(day).toISOString() : undefined;
}
