import { safeLinkUrl } from '../../lib/safe-url.ts';

export interface MessagePart {
  readonly text: string;
  /** The URL, if it is a link. */
  readonly href?: string;
}

const ADDRESS = /https?:\/\/[^\s<>"'`]+/gi;
/** Punctuation that ends a sentence rather than a URL. */
const AFTER_ADDRESS = /[.,;:!?…]+$/u;
const CLOSING_OF = { ')': '(', ']': '[', '}': '{' } as const;

const countOf = (text: string, character: string): number => text.split(character).length - 1;

/** The URL without trailing punctuation, nor a bracket that was opened before it. */
function trimmed(address: string): string {
  let rest = address.replace(AFTER_ADDRESS, '');
  for (;;) {
    const last = rest.at(-1) as keyof typeof CLOSING_OF;
    const opening = CLOSING_OF[last];
    if (opening === undefined || countOf(rest, last) <= countOf(rest, opening)) return rest;
    rest = rest.slice(0, -1).replace(AFTER_ADDRESS, '');
  }
}

/** Splits a text at its web URLs; the joined parts are the text. */
export function messageParts(text: string): MessagePart[] {
  const parts: MessagePart[] = [];
  let end = 0;
  for (const { 0: found, index } of text.matchAll(ADDRESS)) {
    const address = trimmed(found);
    const href = safeLinkUrl(address);
    if (href === undefined) continue;
    if (index > end) parts.push({ text: text.slice(end, index) });
    parts.push({ text: address, href });
    end = index + address.length;
  }
  if (end < text.length) parts.push({ text: text.slice(end) });
  return parts;
}
