import { safeLinkUrl } from '../../lib/safe-url.ts';

export interface MessagePart {
  readonly text: string;
  /** Where it leads, if it is a link. */
  readonly href?: string;
}

const ADDRESS = /https?:\/\/[^\s<>"'`]+/gi;
/** Ends a sentence rather than an address. */
const AFTER_ADDRESS = /[.,;:!?…]+$/u;
const CLOSING_OF = { ')': '(', ']': '[', '}': '{' } as const;

const countOf = (text: string, character: string): number => text.split(character).length - 1;

/** An address as it was meant: without what follows it, nor a bracket that was opened before it. */
function trimmed(address: string): string {
  let rest = address.replace(AFTER_ADDRESS, '');
  for (;;) {
    const last = rest.at(-1) as keyof typeof CLOSING_OF;
    const opening = CLOSING_OF[last];
    if (opening === undefined || countOf(rest, last) <= countOf(rest, opening)) return rest;
    rest = rest.slice(0, -1).replace(AFTER_ADDRESS, '');
  }
}

/** A text in pieces, its web addresses apart; together they are the text again. */
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
