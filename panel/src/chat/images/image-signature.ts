const PNG = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
const JPEG = [0xff, 0xd8, 0xff];
/** Brands of AVIF, still and animated. */
const AVIF_BRANDS = ['avif', 'avis'];

const startsWith = (head: Uint8Array, bytes: readonly number[]): boolean =>
  bytes.every((byte, index) => head[index] === byte);
const textAt = (head: Uint8Array, from: number, length = 4): string =>
  String.fromCharCode(...head.subarray(from, from + length));

/** Whether the container's list of brands, whose first entries are in the head, includes AVIF. */
function isAvif(head: Uint8Array): boolean {
  if (textAt(head, 4) !== 'ftyp') return false;
  // The major brand, then the version, then the compatible brands.
  return [8, 16, 20, 24, 28].some((at) => AVIF_BRANDS.includes(textAt(head, at)));
}

/**
 * Whether a file has the signature of an image that the chat accepts (JPEG, PNG, WebP, GIF, AVIF), regardless of its
 * name.
 * @param head at least its first 32 bytes, unless it is shorter
 */
export function beginsLikeImage(head: Uint8Array): boolean {
  if (startsWith(head, PNG) || startsWith(head, JPEG)) return true;
  if (textAt(head, 0) === 'RIFF' && textAt(head, 8) === 'WEBP') return true;
  if (['GIF87a', 'GIF89a'].includes(textAt(head, 0, 6))) return true;
  return isAvif(head);
}
