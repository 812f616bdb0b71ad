import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { hashingStream } from './hashing.ts';
import { writePrivateFile } from './private-file.ts';

/** A text file that is written line by line, as fast as the disk takes it. */
export function createLineFile(file: string) {
  const input = new PassThrough();
  const content = hashingStream();
  const written = pipeline(input, content.stream, writePrivateFile(file));
  // Told by write and end; a failure before them is not nobody's.
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
