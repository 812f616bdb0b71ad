import type { Random } from '../../../server/src/lib/random.ts';
import { PEOPLE } from '../texts/texts.ts';

/** Reserved for examples (RFC 2606), so that no e-mail is delivered. */
const MAIL_DOMAINS = ['example.com', 'example.net', 'example.org', 'hopthu.example', 'vietmail.example'];

export const GENDER_WEIGHTS = [
  ['female', 49],
  ['male', 45],
  ['other', 3],
  [null, 3],
] as const;
export type Gender = (typeof GENDER_WEIGHTS)[number][0];

/** A full Vietnamese name: family, middle, given. */
export function userName(random: Random, gender: Gender): string {
  const kind = gender === 'female' || gender === 'male' ? gender : random.pick(['female', 'male'] as const);
  const family = random.weighted(PEOPLE.familyNames);
  const middle = random.pick(PEOPLE.middleNames[kind]);
  const given = random.pick(PEOPLE.givenNames[kind].filter((name) => name !== middle && name !== family));
  return `${family} ${middle} ${given}`;
}

/** 'Đặng Thị Ngọc' → ['dang', 'thi', 'ngoc']. */
export function asciiWords(text: string): string[] {
  const ascii = text
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .replace(/[Đđ]/g, 'd')
    .toLowerCase();
  return ascii.match(/[a-z0-9]+/g) ?? ['ban'];
}

/** An e-mail derived from a name; another `serial` makes another one. */
export function userEmail(random: Random, name: string, serial: number | string): string {
  const words = asciiWords(name);
  const given = words.at(-1) ?? '';
  const family = words[0] ?? '';
  const initials = words
    .slice(0, -1)
    .map((word) => word[0])
    .join('');
  const local = random.pick([`${given}.${family}`, `${given}${initials}`, `${family}.${given}`, words.join('')]);
  return `${local}${serial}@${random.pick(MAIL_DOMAINS)}`;
}

/**
 * Ten digits like a mobile number, with a prefix of no operator, so that no phone rings.
 * @param serial up to a million different numbers
 */
export function userPhone(serial: number): string {
  return `060${String(1_000_003 + ((serial * 611_953) % 8_999_993)).slice(-7)}`;
}
