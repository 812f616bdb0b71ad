import { NEW_PASSWORD_MIN_CHARS } from '@hai-dang/contract/constants.ts';
import type { Match, ZxcvbnFactory } from '@zxcvbn-ts/core';

/** Why a new password is rejected. */
export type PasswordWeakness = 'short' | 'personal' | 'common' | 'word' | 'pattern' | 'guessable';

/** The message for each weakness. */
export const weaknessMessages: Readonly<Record<PasswordWeakness, string>> = {
  short: `Mật khẩu mới phải có ít nhất ${NEW_PASSWORD_MIN_CHARS} ký tự`,
  personal: 'Mật khẩu mới chứa tên, email của bạn hoặc tên sản phẩm nên dễ đoán',
  common: 'Mật khẩu mới gần giống một mật khẩu nhiều người dùng nên dễ đoán',
  word: 'Mật khẩu mới chỉ gồm một vài từ hoặc tên thường gặp nên dễ đoán, hãy thêm từ không liên quan',
  pattern: 'Mật khẩu mới lặp lại, đi theo dãy phím hoặc là ngày tháng nên dễ đoán',
  guessable: 'Mật khẩu mới quá dễ đoán, hãy thêm vài từ không liên quan',
};

/** A score from 0 to 4: more than 10^8 guesses, too many for an attacker who has the stored hashes. */
const LEAST_SCORE = 3;
/** The rest of a longer one makes it no easier to guess; looking for patterns takes ever longer. */
const MAX_CHECKED_CHARS = 64;
/** Readings of 'p4ssw0rd' that are tried; with the library's 100 a hostile text takes seconds of processor time. */
const SUBSTITUTIONS_TRIED = 20;
const PRODUCT_NAMES = ['haidang', 'hải đăng', 'hai dang'];
/** The words that would be tried here first, the likeliest in front; the library has no Vietnamese dictionary. */
const LOCAL_DICTIONARY = [
  'admin',
  'matkhau',
  'quantri',
  'quantrivien',
  'quanly',
  'vietnam',
  'saigon',
  'hanoi',
  'anhyeuem',
  'tinhyeu',
];
const WEAKNESS_BY_PATTERN: Readonly<Record<string, PasswordWeakness>> = {
  wordSequence: 'word',
  spatial: 'pattern',
  repeat: 'pattern',
  sequence: 'pattern',
  regex: 'pattern',
  date: 'pattern',
};

let loaded: Promise<ZxcvbnFactory> | undefined;

/** Some megabytes, which most processes never need. */
async function load(): Promise<ZxcvbnFactory> {
  const [{ ZxcvbnFactory }, common, english] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
    import('@zxcvbn-ts/language-en'),
  ]);
  return new ZxcvbnFactory({
    graphs: common.adjacencyGraphs,
    dictionary: { ...common.dictionary, ...english.dictionary, 'passwords-here': LOCAL_DICTIONARY },
    maxLength: MAX_CHECKED_CHARS,
    l33tMaxSubstitutions: SUBSTITUTIONS_TRIED,
  });
}

/**
 * Whether a new password can be guessed (NIST SP 800-63B, 3.1.1.2), by zxcvbn with its dictionaries.
 * @param personal what others know of its owner: e-mail, name
 * @returns why it must be rejected; null for one that is good
 */
export async function checkPasswordStrength(
  password: string,
  personal: readonly string[],
): Promise<PasswordWeakness | null> {
  if (password.length < NEW_PASSWORD_MIN_CHARS) return 'short';
  loaded ??= load();
  const parts = personal.flatMap((text) => [text, ...text.split('@'), ...text.split(/[\s@._-]+/)]);
  const userInputs = [...parts, ...PRODUCT_NAMES].filter((text) => text.length > 2);
  const { score, sequence } = (await loaded).check(password, userInputs);
  return score >= LEAST_SCORE ? null : weaknessOf(sequence);
}

/** Returns the weakness of the greatest part of a password. */
function weaknessOf(sequence: readonly Match[]): PasswordWeakness {
  const lengths = new Map<PasswordWeakness, number>();
  for (const match of sequence) {
    const weakness = weaknessOfPart(match);
    lengths.set(weakness, (lengths.get(weakness) ?? 0) + match.token.length);
  }
  return [...lengths].toSorted(([, a], [, b]) => b - a)[0]?.[0] ?? 'guessable';
}

function weaknessOfPart({ pattern, ...match }: Match): PasswordWeakness {
  if (pattern !== 'dictionary') return WEAKNESS_BY_PATTERN[pattern] ?? 'guessable';
  const dictionary = String(match['dictionaryName']);
  if (dictionary === 'userInputs') return 'personal';
  return dictionary.startsWith('passwords') ? 'common' : 'word';
}
