import { once } from 'node:events';
import { createWriteStream, type WriteStream } from 'node:fs';
import { PassThrough } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { hashingStream } from './hashing.ts';

const PRIVATE_FILE_MODE = 0o600;

/** A new file for its owner alone, which is on the disk once it has ended. */
export const writePrivateFile = (file: string): WriteStream =>
  createWriteStream(file, { mode: PRIVATE_FILE_MODE, flush: true });

/** A text file that is written line by line, as fast as the disk takes it. */
export function createLineFile(file: string) {
  const input = new PassThrough();
  const content = hashingStream();
  const written = pipeline(input, content.stream, writePrivateFile(file));
  // write and end report it; without a listener, a failure before them would end the process.
  written.catch(() => undefined);
  let lines = 0;
  return {
    async write(line: string): Promise<void> {
      lines += 1;
      if (!input.write(`${line}\n`)) await Promise.race([once(input, 'drain'), written]);
    },
    /** @returns how many lines it has, and its SHA-256, once it is on the disk */
    async end(): Promise<{ lines: number; sha256: string }> {
      input.end();
      await written;
      return { lines, sha256: content.result().sha256 };
    },
  };
}
