/** Joins the truthy parts; later utilities do not override earlier ones, so do not pass contradictory ones. */
export function classNames(...parts: ReadonlyArray<string | false | null | undefined>): string {
  return parts.filter(Boolean).join(' ');
}

/** The classes of a card, also for one without a title (card.tsx). */
export const CARD_CLASS = 'rounded-lg border border-line bg-surface shadow-card';
