/** Joins what is truthy; later utilities do not override earlier ones, so do not pass contradictory ones. */
export function classNames(...parts: ReadonlyArray<string | false | null | undefined>): string {
  return parts.filter(Boolean).join(' ');
}

/** The look of a card, also of one that has no title (card.tsx). */
export const CARD_CLASS = 'rounded-lg border border-line bg-surface shadow-card';
