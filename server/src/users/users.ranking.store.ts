import { type RawBuilder, sql } from 'kysely';
import { trigramMatch } from '../lib/db/sql-expressions.ts';
import { containingPattern, escapeLike, indexPieces, isTrigramIndexed } from '../lib/search/search-term.ts';
import { TIER, type Tier, type UserTerm } from './users.search-term.ts';

type Condition = RawBuilder<boolean>;

/** How those who match a term are ordered before the list's own order. */
export interface Ranking {
  /** The tier of a user who matches. */
  readonly tier: RawBuilder<Tier>;
  readonly last: Tier;
  /** The last tier that the indexes can find; undefined where they cannot find the term. */
  readonly lastIndexed: Tier | undefined;
  /** The condition that all of the tiers up to `upTo`, which is indexed, meet; by an index, and so do a few others. */
  readonly finds: (upTo: Tier) => Condition;
}

/** Characters that join_words() replaces with a letter. */
const SEPARATOR = /[ -/:-@[-`{-~]/;

const TEXT = sql.ref<string>('users.search_text');
const WORDS = sql.ref<string>('users.name_words');
const CONTACT = sql<string>`search_contact(${TEXT})`;

const folded = (text: string) => sql<string>`fold_for_search(${text})`;
const joined = (text: string) => sql<string>`join_words(${folded(text)})`;
const anyOf = (conditions: readonly Condition[]): Condition => sql`(${sql.join(conditions, sql` or `)})`;
const contains = (text: RawBuilder<string>, digits: string): Condition => sql`${text} like ${`%${digits}%`}`;

/** Whether a user is found: the name, the e-mail or the phone has the term in it. */
export const userMatches = ({ text, phones }: UserTerm): Condition =>
  anyOf([
    sql`${TEXT} like ${folded(containingPattern(text))}`,
    ...phones.map(({ digits, isStart }) => contains(TEXT, isStart ? `\n${digits}` : digits)),
  ]);

/** Finds through the index of all there is of a user. */
const findsAll = ({ text, phones }: UserTerm): Condition =>
  anyOf([trigramMatch(TEXT, text), ...phones.map(({ digits }) => contains(sql`search_key(${TEXT})`, digits))]);

/** All who match are alike. */
export const noRanking = (term: UserTerm): Ranking => ({
  tier: sql`${sql.lit(TIER.exact)}`,
  last: TIER.exact,
  lastIndexed: isTrigramIndexed(term.text) ? TIER.exact : undefined,
  finds: () => findsAll(term),
});

/** The best match first; tiers that no index distinguishes are one. */
export function bestFirst(term: UserTerm): Ranking {
  if (term.reach === 'none') return { ...noRanking(term), lastIndexed: undefined };
  const isWhole = term.reach === 'whole';
  return {
    tier: tierOf(term, isWhole ? contactTier(term) : sql`${sql.lit(TIER.name)}`),
    last: isWhole ? TIER.domain : TIER.name,
    lastIndexed: isWhole ? TIER.domain : TIER.wordStart,
    finds: (upTo) => (upTo === TIER.domain ? findsAll(term) : anyOf(findsBetter(term, upTo))),
  };
}

function tierOf(term: UserTerm, beyondName: RawBuilder<Tier>): RawBuilder<Tier> {
  const words = joined(term.text);
  const isExact = anyOf([...isWholeName(term), ...wholeNumbers(term).map((one) => contains(TEXT, `\n${one}\n`))]);
  return sql`case
    when ${isExact} then ${sql.lit(TIER.exact)}
    when strpos(split_part(${TEXT}, ${'\n'}, 1), ${folded(term.text)}) = 0 then ${beyondName}
    when strpos(${WORDS}, 'J' || ${words} || 'J') > 0 then ${sql.lit(TIER.word)}
    when strpos(${WORDS}, 'J' || ${words}) > 0 then ${sql.lit(TIER.wordStart)}
    else ${sql.lit(TIER.name)} end`;
}

const isEmailPart = ({ text }: UserTerm): boolean => text.includes('@');

const isWholeName = (term: UserTerm): Condition[] => [
  sql`${WORDS} = 'J' || ${joined(term.text)} || 'J'`,
  ...(isEmailPart(term) ? [sql<boolean>`lower(users.email) = lower(${term.text})`] : []),
];

/** Fewer digits are a part of a number, and many numbers have them. */
const MIN_DIGITS_OF_NUMBER = 8;
const wholeNumbers = ({ phones }: UserTerm): string[] =>
  phones.flatMap(({ digits }) => (digits.length < MIN_DIGITS_OF_NUMBER ? [] : [digits]));

/** A term with '@' is a part of an e-mail with its domain, which is one tier. */
function contactTier(term: UserTerm): RawBuilder<Tier> {
  if (isEmailPart(term)) return sql`${sql.lit(TIER.domain)}`;
  return sql`case
    when ${anyOf(contactHas(term, 'Z'))} then ${sql.lit(TIER.contactStart)}
    when ${anyOf(contactHas(term, ''))} then ${sql.lit(TIER.contact)}
    else ${sql.lit(TIER.domain)} end`;
}

/** Whether the term, or digits that it means, are in the phone or in the e-mail before '@'. */
const contactHas = (term: UserTerm, before: '' | 'Z'): Condition[] => [
  sql`${CONTACT} like ${`%${before}`} || ${folded(escapeLike(term.text))} || '%'`,
  ...term.phones.map(({ digits }) => contains(CONTACT, before + digits)),
];

/** Returns the conditions that the tiers up to one meet, without looking at the domains of e-mails. */
function findsBetter(term: UserTerm, upTo: Tier): Condition[] {
  const found = [...isWholeName(term), ...wholeNumbers(term).map((one) => contains(CONTACT, `Z${one}Z`))];
  if (upTo === TIER.word) found.push(hasWords(term));
  if (upTo >= TIER.wordStart) found.push(nameHas(term.text, upTo === TIER.wordStart ? 'J' : '', ''));
  if (!isEmailPart(term) && upTo >= TIER.contactStart)
    found.push(...contactHas(term, upTo === TIER.contactStart ? 'Z' : ''));
  return found;
}

/** Whether a name has the term as whole words. Of a single one the trigrams may be in many names that have it not. */
function hasWords({ text }: UserTerm): Condition {
  if (SEPARATOR.test(text)) return nameHas(text, 'J', 'J');
  return sql`string_to_array(${WORDS}, 'J') @> array[${joined(text)}]`;
}

function nameHas(text: string, before: '' | 'J', after: '' | 'J'): Condition {
  const pieces = sql.join(indexPieces(text).map(joined), sql` || '%' || `);
  return sql`${WORDS} like ${`%${before}`} || ${pieces} || ${`${after}%`}`;
}
