import { fold } from '../../lib/strip-diacritics.ts';
import { putAt, type TypedWord } from '../../ui/typed-word.ts';
import type { Colleague } from '../colleagues.queries.ts';

export const MENTION_SIGN = '@';
const WORD_CHARACTER = /[\p{L}\p{N}]/u;

/** Colleagues with a word of their name that begins with what is typed, then those with it elsewhere. */
export function matchingColleagues(colleagues: readonly Colleague[], typed: string): readonly Colleague[] {
  const sought = fold(typed);
  const found = colleagues.filter(({ username }) => fold(username).includes(sought));
  const isFirst = ({ username }: Colleague): boolean => ` ${fold(username)}`.includes(` ${sought}`);
  return [...found.filter(isFirst), ...found.filter((colleague) => !isFirst(colleague))];
}

/** The text with the typed word replaced by a colleague's name, and the caret after it. */
export const putMention = (text: string, word: Pick<TypedWord, 'start' | 'end'>, { username }: Colleague) =>
  putAt(text, word, `${MENTION_SIGN}${username} `);

/** Colleagues whose name stands in the text after the sign; of names that begin alike, the longest. */
export function mentionedIn(text: string, colleagues: readonly Colleague[]): readonly Colleague[] {
  const byLength = colleagues.toSorted((one, other) => other.username.length - one.username.length);
  const found = new Set<Colleague>();
  for (let at = text.indexOf(MENTION_SIGN); at !== -1; at = text.indexOf(MENTION_SIGN, at + 1)) {
    const rest = text.slice(at + 1);
    const named = byLength.find(
      ({ username }) => rest.startsWith(username) && !WORD_CHARACTER.test(rest.charAt(username.length)),
    );
    if (named) found.add(named);
  }
  return [...found];
}
