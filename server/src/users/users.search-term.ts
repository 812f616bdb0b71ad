import { isTrigramIndexed, toSearchTerm } from '../lib/search/search-term.ts';

/** How well a user matches a term, the best first. Within a tier the list's own order holds. */
export const TIER = {
  /** The whole name, e-mail or phone number. */
  exact: 0,
  /** Whole words of the name. */
  word: 1,
  /** Words of the name from the beginning of one. */
  wordStart: 2,
  /** Elsewhere in the name. */
  name: 3,
  /** The beginning of the e-mail or of the phone number. */
  contactStart: 4,
  /** Elsewhere in the e-mail before '@', or in the phone number. */
  contact: 5,
  /** The domain of the e-mail, which is not the user's own. */
  domain: 6,
} as const;
/** One of {@link TIER}. */
export type Tier = number;

/** The digits of a phone number, or of a part of one, as it is dialled in Vietnam. */
export interface PhoneDigits {
  readonly digits: string;
  /** Whether the number must begin with them. */
  readonly isStart: boolean;
}

/** A term that users are searched for. */
export interface UserTerm {
  readonly text: string;
  /** None, where the text cannot be a phone number. */
  readonly phones: readonly PhoneDigits[];
  /** Where the indexes can find it: in all fields of a user, only at the beginning of words of a name, or nowhere. */
  readonly reach: 'whole' | 'words' | 'none';
}

/** Invisible characters; the database's fold_for_search() strips the same. */
const INVISIBLE = /\p{Default_Ignorable_Code_Point}/gu;
const DIACRITICS = /[\u0300-\u036f]/g;
/** Characters that the database's join_words() replaces with a letter. */
const SEPARATORS = /[ -/:-@[-`{-~]/g;
/** The least that the trigram index needs: three letters or digits in a row. */
const TRIGRAM = /[\p{L}\p{N}]{3}/u;
const PHONE = /^[\d\s+().\-/]+$/;
const MIN_PHONE_DIGITS = 3;
/** '84' and a little more may be the beginning of a number without its country code, too. */
const MIN_DIGITS_AFTER_COUNTRY_CODE = 3;

/** Reads a search term; undefined where nothing is left of it that could be searched for. */
export function toUserTerm(given: string): UserTerm | undefined {
  const text = toSearchTerm(given.replaceAll(INVISIBLE, ''));
  const letters = text.normalize('NFD').replaceAll(DIACRITICS, '').trim();
  if (letters === '') return undefined;
  return { text, phones: phonesOf(text), reach: reachOf(text, letters) };
}

function reachOf(text: string, letters: string): UserTerm['reach'] {
  const key = letters.replaceAll(SEPARATORS, 'j');
  if (isTrigramIndexed(text) && TRIGRAM.test(key)) return 'whole';
  return TRIGRAM.test(`j${key}`) ? 'words' : 'none';
}

function phonesOf(text: string): readonly PhoneDigits[] {
  if (!PHONE.test(text)) return [];
  const typed = text.replaceAll(/[^\d+]/g, '');
  const digits = typed.replaceAll('+', '');
  if (digits.length < MIN_PHONE_DIGITS) return [];
  const [, afterCode] = /^(?:\+84|0084)0?(\d*)$/.exec(typed) ?? [];
  if (afterCode !== undefined) return afterCode === '' ? [] : [{ digits: `0${afterCode}`, isStart: true }];
  // The text itself is searched in any case.
  const anywhere = digits === text ? [] : [{ digits, isStart: false }];
  const [, national = ''] = /^840?(\d*)$/.exec(typed) ?? [];
  if (national.length < MIN_DIGITS_AFTER_COUNTRY_CODE) return anywhere;
  return [...anywhere, { digits: `0${national}`, isStart: true }];
}
