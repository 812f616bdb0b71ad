import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { Transform } from 'node:stream';

/** Passes bytes on, and knows afterwards how many and their SHA-256. */
export function hashingStream() {
  const hash = createHash('sha256');
  let bytes = 0;
  const stream = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      bytes += chunk.length;
      done(null, chunk);
    },
  });
  /** Returns the sum and the size once all has passed. */
  const result = () => ({ sha256: hash.digest('hex'), bytes });
  return { stream, result };
}

/** @returns the SHA-256 of a file, hexadecimal; null for one that is not there */
export async function hashFile(file: string): Promise<string | null> {
  const hash = createHash('sha256');
  try {
    for await (const chunk of createReadStream(file)) hash.update(chunk);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
  return hash.digest('hex');
}
