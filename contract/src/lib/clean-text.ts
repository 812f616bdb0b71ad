import * as z from 'zod/mini';

/** Control and bidirectional characters, but for tabs and the ends of lines: they only serve to deceive. */
const HARMFUL = /(?![\t\n])[\p{Cc}\p{Bidi_Control}\u00AD\u2028\u2029\u2060-\u2065\uFEFF]/gu;
/** Emoji are joined by characters that show nothing by themselves. */
const VISIBLE = /[\p{L}\p{N}\p{P}\p{S}]/u;

/** A text without control and bidirectional characters, composed; '' where nothing of it can be seen. */
export function cleanText(text: string): string {
  const clean = text.normalize('NFC').replaceAll('\r\n', '\n').replace(HARMFUL, '').trim();
  return VISIBLE.test(clean) ? clean : '';
}

/** Used in place of a trim: what is stored is what its readers see. */
export const cleaned = z.overwrite<string>((text) => cleanText(text.toWellFormed()));
