import { fold } from '../lib/strip-diacritics.ts';

const NO_LETTERS = /[^\p{L}\p{N}]+/gu;
const LETTER = /[\p{L}\p{N}]/gu;
/** The server searches for no less. */
const MIN_LETTERS = 2;

const wordsOf = (text: string): string[] => fold(text).split(NO_LETTERS).filter(Boolean);

/** Whether the server can find anything by a term. */
export const isSearchable = (term: string): boolean => (fold(term).match(LETTER)?.length ?? 0) >= MIN_LETTERS;

/** Whether each word of a term begins a word of a label, letter case and diacritics ignored. */
export function matchesLabel(term: string, label: string): boolean {
  const words = wordsOf(label);
  const sought = wordsOf(term);
  return sought.length > 0 && sought.every((start) => words.some((word) => word.startsWith(start)));
}

/** How well a label that matches does so, the best first: as a whole, from its beginning, with the same diacritics. */
export function rankOfLabel(term: string, label: string): number {
  const [sought, words] = [wordsOf(term).join(' '), wordsOf(label).join(' ')];
  const place = words === sought ? 0 : words.startsWith(sought) ? 1 : 2;
  const plain = (text: string) => text.normalize('NFC').toLowerCase();
  return place + (plain(label).includes(plain(term.trim())) ? 0 : 0.5);
}
