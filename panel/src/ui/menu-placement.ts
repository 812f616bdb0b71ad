const GAP_PX = 4;
const EDGE_PX = 8;

interface Size {
  readonly width: number;
  readonly height: number;
}
interface Box extends Size {
  readonly left: number;
  readonly top: number;
}

/**
 * The position of a menu: below its button, aligned to its right edge; above it where there is more room; always within
 * the viewport if it fits. All in CSS pixels, from the viewport's top left corner.
 */
export function placeMenu(opener: Box, menu: Size, viewport: Size): { left: number; top: number } {
  const openerBottom = opener.top + opener.height;
  const fitsBelow = openerBottom + GAP_PX + menu.height <= viewport.height - EDGE_PX;
  const upwards = !fitsBelow && opener.top > viewport.height - openerBottom;
  const top = upwards ? opener.top - GAP_PX - menu.height : openerBottom + GAP_PX;
  return {
    left: within(opener.left + opener.width - menu.width, viewport.width - EDGE_PX - menu.width),
    top: within(top, viewport.height - EDGE_PX - menu.height),
  };
}

const within = (value: number, most: number): number => Math.max(EDGE_PX, Math.min(value, most));

/** The index of the next item after `current` that begins with a letter, wrapping around at the end. */
export function indexByLetter(labels: readonly string[], current: number, letter: string): number | undefined {
  const wanted = plain(letter);
  return labels
    .map((_, step) => (current + 1 + step) % labels.length)
    .find((index) => plain(labels[index] ?? '').startsWith(wanted));
}

/** Lower case without diacritics, so that a keyboard without Vietnamese finds the item too. */
const plain = (text: string): string =>
  text.normalize('NFD').replace(/\p{M}/gu, '').toLocaleLowerCase('vi').replaceAll('đ', 'd');
