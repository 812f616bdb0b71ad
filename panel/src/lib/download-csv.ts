import { EXPORT_MAX_ROWS } from '@hai-dang/contract/constants.ts';
import type { Endpoint } from '@hai-dang/contract/lib/endpoint.ts';
import { type CallOptions, openEndpoint } from './api-client.ts';
import { ApiError } from './api-error.ts';
import { saveFile } from './save-file.ts';

const QUOTE = 0x22;
const LINE_FEED = 0x0a;

/** Counts the lines of CSV as it arrives; a line feed within quotes ends none. @returns how many there are so far */
export function createLineCounter(): (part: Uint8Array) => number {
  let isQuoted = false;
  let lines = 0;
  return (part) => {
    for (const byte of part) {
      if (byte === QUOTE) isQuoted = !isQuoted;
      else if (byte === LINE_FEED && !isQuoted) lines += 1;
    }
    return lines;
  };
}

export interface CsvDownload<E extends Endpoint> extends CallOptions<E> {
  readonly endpoint: E;
  readonly signal: AbortSignal;
  readonly fileName: string;
  /** Called with the number of rows received so far. */
  readonly onRows: (rows: number) => void;
}

/**
 * Fetches a list as a CSV file and saves it once it is whole.
 * @returns how many rows it has, and whether these are all of the list
 * @throws ApiError, also for a truncated file; an AbortError once `signal` aborts
 */
export async function downloadCsv<E extends Endpoint>({
  endpoint,
  fileName,
  onRows,
  ...call
}: CsvDownload<E>): Promise<{ readonly rows: number; readonly isWhole: boolean }> {
  const response = await openEndpoint(endpoint, call as CallOptions<E>);
  const parts: BlobPart[] = [];
  const countLines = createLineCounter();
  let rows = 0;
  const reader = response.body?.getReader();
  try {
    for (let part = await reader?.read(); part?.value; part = await reader?.read()) {
      parts.push(part.value);
      // The first line has the titles.
      rows = Math.max(0, countLines(part.value) - 1);
      onRows(Math.min(rows, EXPORT_MAX_ROWS));
    }
  } catch (error) {
    if (call.signal.aborted) throw error;
    throw new ApiError({ status: 0, code: 'NETWORK' });
  }
  saveFile(new Blob(parts, { type: endpoint.media }), fileName);
  // One line more says that the list goes on.
  return { rows: Math.min(rows, EXPORT_MAX_ROWS), isWhole: rows <= EXPORT_MAX_ROWS };
}
