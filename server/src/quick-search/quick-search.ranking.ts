/** Combining diacritics. */
const DIACRITICS = /[\u0300-\u036f]/g;
const NO_LETTERS = /[^\p{L}\p{N}]+/gu;
const LETTER = /[\p{L}\p{N}]/gu;

/** How well a text matches a term, the best first: as a whole, as whole words, from the start of one, inside of one. */
const TIER = { whole: 0, words: 1, wordStart: 2, inside: 3, elsewhere: 4 } as const;
/** The distance of a text that has the term with other diacritics: less than a tier. */
const OTHER_DIACRITICS = 0.5;

/** A text without letter case, diacritics and punctuation. */
const fold = (text: string): string =>
  text
    .normalize('NFD')
    .replaceAll(/[Đđ]/g, 'd')
    .replaceAll(DIACRITICS, '')
    .toLowerCase()
    .replaceAll(NO_LETTERS, ' ')
    .trim();

const plain = (text: string): string => text.normalize('NFC').toLowerCase();

/** How many letters and digits a term has, diacritics aside. */
export const countLetters = (term: string): number => fold(term).match(LETTER)?.length ?? 0;

/** How well the better one of some texts matches a term: the lower, the better. */
export const rankOf = (term: string, ...texts: ReadonlyArray<string | null>): number =>
  Math.min(...texts.map((text) => rankOfText(term, text ?? '')));

function rankOfText(term: string, text: string): number {
  const [sought, words] = [fold(term), ` ${fold(text)} `];
  if (sought === '' || !words.includes(sought)) return TIER.elsewhere;
  return tierOf(sought, words) + (plain(text).includes(plain(term)) ? 0 : OTHER_DIACRITICS);
}

function tierOf(sought: string, words: string): number {
  if (words === ` ${sought} `) return TIER.whole;
  if (words.includes(` ${sought} `)) return TIER.words;
  return words.includes(` ${sought}`) ? TIER.wordStart : TIER.inside;
}

/** Sorts by rank; what is equal keeps its order. */
export const bestFirst = <Item>(items: readonly Item[], rank: (item: Item) => number): Item[] =>
  items.toSorted((one, other) => rank(one) - rank(other));
