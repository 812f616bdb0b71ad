import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';

const NAME = '0123456789abcdef0123456789abcdef.webp';
const ONE_PIXEL_WEBP = 'UklGRiIAAABXRUJQVlA4IBYAAAAwAQCdASoBAAEADsD+JaQAA3AAAAAA';

/** The URL of an image that the server serves, for rows that need one. */
export const STORED_IMAGE_URL = `/media/${NAME}`;

/** Stores that image in the server's media directory. */
export async function storeImage(dataDir: string): Promise<void> {
  const mediaDir = path.join(dataDir, 'media');
  await mkdir(mediaDir, { recursive: true });
  await writeFile(path.join(mediaDir, NAME), Buffer.from(ONE_PIXEL_WEBP, 'base64'));
}
