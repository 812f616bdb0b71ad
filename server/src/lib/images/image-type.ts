export type ImageType = 'jpeg' | 'png' | 'webp' | 'gif' | 'avif';

const PNG_SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const JPEG_SIGNATURE = Buffer.from([0xff, 0xd8, 0xff]);
const AVIF_BRANDS = ['avif', 'avis'];
/** An AVIF begins with a box that lists the brands of its content, four bytes each. */
const BRANDS_START_BYTES = 8;
const BRAND_BYTES = 4;
const BRANDS_MAX_BYTES = 256;

/**
 * Detects what kind of image bytes are, by how they begin, whatever they are called; null for anything else. Only what
 * is known here is passed to the decoder, which by itself would also read SVG, PDF and much more.
 */
export function detectImageType(bytes: Uint8Array): ImageType | null {
  const start = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, BRANDS_MAX_BYTES));
  if (startsWith(start, JPEG_SIGNATURE)) return 'jpeg';
  if (startsWith(start, PNG_SIGNATURE)) return 'png';
  if (/^GIF8[79]a/.test(latin1(start, 0, 6))) return 'gif';
  if (latin1(start, 0, 4) === 'RIFF' && latin1(start, 8, 12) === 'WEBP') return 'webp';
  return isAvif(start) ? 'avif' : null;
}

const startsWith = (bytes: Buffer, signature: Buffer) => bytes.subarray(0, signature.length).equals(signature);
const latin1 = (bytes: Buffer, from: number, to: number) => bytes.toString('latin1', from, to);

function isAvif(start: Buffer): boolean {
  if (latin1(start, 4, BRANDS_START_BYTES) !== 'ftyp') return false;
  const end = Math.min(start.readUInt32BE(0), start.length);
  for (let at = BRANDS_START_BYTES; at + BRAND_BYTES <= end; at += BRAND_BYTES) {
    if (AVIF_BRANDS.includes(latin1(start, at, at + BRAND_BYTES))) return true;
  }
  return false;
}
