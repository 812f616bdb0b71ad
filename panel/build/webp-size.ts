/** Where the extended format has the width and the height less one, in three bytes each. */
const WIDTH_AT = 24;
const HEIGHT_AT = 27;

/** The size of a WebP image in pixels. @throws {Error} for anything but the extended format, which Chromium writes */
export function webpSize(bytes: Buffer): { width: number; height: number } {
  if (bytes.toString('latin1', 8, 16) !== 'WEBPVP8X') throw new Error('not a WebP image of the extended format');
  return { width: bytes.readUIntLE(WIDTH_AT, 3) + 1, height: bytes.readUIntLE(HEIGHT_AT, 3) + 1 };
}
