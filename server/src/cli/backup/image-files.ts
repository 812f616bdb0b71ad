import { createReadStream } from 'node:fs';
import { mkdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { pipeline } from 'node:stream/promises';
import type { ImageStore } from '../../lib/images/image-store.ts';
import { BackupError, IMAGE_SUMS, imageFile, type Manifest, MISSING_IMAGES } from './backup.manifest.ts';
import { hashFile, hashingStream } from './hashing.ts';
import { createLineFile, writePrivateFile } from './line-file.ts';

const COPY_CONCURRENCY = 8;
/** A line as sha256sum writes it: the sum, two blanks, the file. */
const SUM_LINE = /^([a-f0-9]{64}) {2}images\/([\w/-]+\.webp)$/;

const linesOf = (file: string): AsyncIterable<string> => createInterface({ input: createReadStream(file) });

/**
 * Copies the images named in a file, a key a line, below `dir`, and writes their sums and the keys of those that are not in
 * the store.
 */
export async function backUpImages(
  images: Pick<ImageStore, 'read'>,
  named: string,
  dir: string,
): Promise<Manifest['images']> {
  const sums = createLineFile(path.join(dir, IMAGE_SUMS));
  const missing = createLineFile(path.join(dir, MISSING_IMAGES));
  let bytes = 0;
  await mapConcurrently(linesOf(named), async (key) => {
    const copied = await backUpImage(images, key, dir);
    if (copied === null) return missing.write(key);
    bytes += copied.bytes;
    return sums.write(`${copied.sha256}  images/${key}`);
  });
  const [sumsFile, missingFile] = [await sums.end(), await missing.end()];
  return {
    count: sumsFile.lines,
    bytes,
    missing: missingFile.lines,
    sumsSha256: sumsFile.sha256,
    missingSha256: missingFile.sha256,
  };
}

async function backUpImage(images: Pick<ImageStore, 'read'>, key: string, dir: string) {
  const image = await images.read(key);
  if (!image) return null;
  const file = path.join(dir, imageFile(key));
  await mkdir(path.dirname(file), { recursive: true });
  const content = hashingStream();
  await pipeline(image.content, content.stream, writePrivateFile(file));
  return content.result();
}

/** @throws {BackupError} naming a file that is not there or is not as it was written */
export async function checkImages(dir: string, { images }: Manifest): Promise<void> {
  await checkFile(dir, IMAGE_SUMS, images.sumsSha256);
  await checkFile(dir, MISSING_IMAGES, images.missingSha256);
  await forEachChecksum(dir, (key, sha256) => checkFile(dir, imageFile(key), sha256));
}

/**
 * Puts the images of a checked backup into the store, and reads each of them back.
 * @throws {BackupError} when the store has another image under the same key, which stays
 */
export const restoreImages = (dir: string, images: Pick<ImageStore, 'put' | 'read'>): Promise<void> =>
  forEachChecksum(dir, async (key, sha256) => {
    await images.put(key, await readFile(path.join(dir, imageFile(key))));
    const stored = await images.read(key);
    const content = hashingStream();
    if (stored) await pipeline(stored.content, content.stream.resume());
    if (content.result().sha256 === sha256) return;
    throw new BackupError(`The image ${key} is not in the store as it is in the backup. No row was restored.`);
  });

/** @throws {BackupError} when a file is not there or is not as it was written */
export async function checkFile(dir: string, file: string, sha256: string): Promise<void> {
  const found = await hashFile(path.join(dir, file));
  if (found === sha256) return;
  const what = found === null ? 'is missing' : 'is not as it was written';
  throw new BackupError(`This backup is damaged: ${path.join(dir, file)} ${what}. Nothing was restored.`);
}

async function forEachChecksum(dir: string, work: (key: string, sha256: string) => Promise<void>): Promise<void> {
  await mapConcurrently(linesOf(path.join(dir, IMAGE_SUMS)), async (line) => {
    const [, sha256, key] = SUM_LINE.exec(line) ?? [];
    if (sha256 === undefined || key === undefined) throw new BackupError(`${IMAGE_SUMS} has a line "${line}".`);
    await work(key, sha256);
  });
}

/** Works through `lines`, some at a time. @throws what the first that fails throws, when those in flight have ended */
async function mapConcurrently(lines: AsyncIterable<string>, work: (line: string) => Promise<void>): Promise<void> {
  const inFlight = new Set<Promise<void>>();
  const failures: unknown[] = [];
  for await (const line of lines) {
    const one = work(line)
      .catch((error: unknown) => void failures.push(error))
      .finally(() => inFlight.delete(one));
    inFlight.add(one);
    if (inFlight.size >= COPY_CONCURRENCY) await Promise.race(inFlight);
    if (failures.length > 0) break;
  }
  await Promise.all(inFlight);
  if (failures.length > 0) throw failures[0];
}
