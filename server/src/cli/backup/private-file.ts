import { createWriteStream, type WriteStream } from 'node:fs';

const PRIVATE_FILE_MODE = 0o600;

/** A new file for its owner alone, which is on the disk once it has ended. */
export const writePrivateFile = (file: string): WriteStream =>
  createWriteStream(file, { mode: PRIVATE_FILE_MODE, flush: true });
