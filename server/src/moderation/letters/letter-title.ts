import { cleanText } from '@hai-dang/contract/lib/clean-text.ts';
import { titleOf } from '../../lib/title.ts';

/** Replaces a link. */
const CUT = '…';
const LINE_END = /[\v\f\r\u0085\u2028\u2029]/gu;
/** Every kind of quotation mark; an apostrophe within a word, as in "M'Drăk", is none. */
const QUOTATION_MARK = /(?!(?<=\p{L})['’](?=\p{L}))[\p{Quotation_Mark}`´ˮʺ˝״′-‷❛-❠❮❯]/gu;

/** The beginning of a port, a path, a query or a fragment behind a name. */
const REST = String.raw`(?<rest>[/\\:?#][a-z0-9%@_~.-])?`;
const LABELS = String.raw`(?<![\p{L}\p{M}\p{N}])(?<labels>(?:[\p{L}\p{M}\p{N}_-]+\.)+)`;
const NAME = new RegExp(String.raw`${LABELS}(?<top>[a-z]{2,24})(?![\p{L}\p{M}\p{N}])${REST}`, 'giu');
/** A name whose last part is not Latin. A full stop of Chinese or Japanese ends a sentence instead. */
const FOREIGN_NAME = /[\p{L}\p{N}]\.(?!\p{Script=Latin})\p{L}(?!\p{Script=Latin})\p{L}/u;
const OBVIOUS =
  /:\/\/|(?<![\p{L}\p{N}])(?:https?:|mailto:|www\d{0,3}\.[\p{L}\p{N}])|xn--[a-z0-9]|(?<![\d.])\d{1,3}(?:\.\d{1,3}){3}[/:]/iu;

/** The last part of a domain behind an abbreviation: of a country, or one that is common in spam. */
const TOP_DOMAIN = /^(?:[a-z]{2}|VN|(?:com|net|org|info|app|shop|site|top|xyz))$/u;
/** Abbreviations that Vietnamese writes before a name without a blank: "TP.HCM", "Q.TB", "PGS.TS". */
const ABBREVIATION = /^(?:(?:tp|tx|tt|q|p|gs|pgs|ts|ths|bs|bsck|ks|cn|ls|nsnd|nsưt|mr|ms|mrs|dr|st|no)\.)+$/iu;
/** A word that begins a sentence. */
const CAPITALIZED = /^[A-Z][a-z]+$/u;
const WORD_WITH_DIACRITICS = /\p{L}*\P{ASCII}\p{L}*/gu;

interface DottedName {
  /** All parts but the last, each with its full stop. */
  readonly labels: string;
  readonly top: string;
  /** The beginning of a path, or of what else may follow; '' where nothing does. */
  readonly rest: string;
}

/** Whether it is an abbreviation with a name, as in "TP.HCM/Hà Nội"; what is also written as an address is none. */
const isAbbreviation = ({ labels, top, rest }: DottedName): boolean =>
  ABBREVIATION.test(labels) && !TOP_DOMAIN.test(top) && !/[^A-Z]$/u.test(rest);

/** Whether it is the end of a sentence and the beginning of the next without a blank, as in "Quá đẹp.Ai đi không?" */
const isSentenceEnd = ({ labels, top, rest }: DottedName): boolean =>
  rest === '' && CAPITALIZED.test(top) && top !== 'Vn' && !/[a-z]/u.test(labels.replace(WORD_WITH_DIACRITICS, ''));

/** Whether it may be a domain: each dotted name in Latin letters that Vietnamese does not write otherwise. */
const isDomain = (name: DottedName): boolean => !isAbbreviation(name) && !isSentenceEnd(name);

/** Whether a word leads to the internet, however it is disguised: by wide or invisible characters, in capitals, in punycode. */
function isLink(word: string): boolean {
  const plain = word.replace(/\p{Default_Ignorable_Code_Point}/gu, '').normalize('NFKC');
  if (FOREIGN_NAME.test(plain)) return true;
  const dotted = plain.replaceAll('。', '.');
  if (OBVIOUS.test(dotted)) return true;
  return [...dotted.matchAll(NAME)].some(({ groups: { labels = '', top = '', rest = '' } = {} }) =>
    isDomain({ labels, top, rest }),
  );
}

/**
 * A title that anybody may have written, as an administrator's letter may quote it: one line that cannot close the quotation and
 * go on in the administrator's name, and leads nowhere.
 */
export function quotableTitle(title: string): string {
  const text = cleanText(title.replace(LINE_END, '\n')).replace(QUOTATION_MARK, '');
  const unlinked = text.replace(/\S+/gu, (word) => (isLink(word) ? CUT : word));
  return titleOf({ content: unlinked })
    .replace(/…(?:\s+…)+/gu, CUT)
    .trim();
}
