import { Readable } from 'node:stream';
import { EXPORT_MAX_ROWS, EXPORTS_AT_ONCE } from '@hai-dang/contract/constants.ts';
import { createKeyedCount } from './async/keyed-count.ts';
import { type CsvColumns, csvHeadOf, csvLine } from './csv.ts';
import { DomainError } from './domain-error.ts';

/** Rows fetched at a time: the maximum in memory for a client that does not read. */
export const EXPORT_BATCH = 1_000;

interface ExportPage<Row, Cursor> {
  readonly rows: readonly Row[];
  /** Where the next page begins; null at the end. A page may be short, or empty, and have a next one. */
  readonly next: Cursor | null;
}

export interface ListExport<Row, Cursor> {
  readonly columns: CsvColumns<Row>;
  /** A page of the list, of EXPORT_BATCH rows at most. @param cursor null for the first */
  readonly fetchPage: (cursor: Cursor | null) => Promise<ExportPage<Row, Cursor>>;
  /** Records who exports what, before the first line is sent. */
  readonly record: () => Promise<void>;
}

/** The last line of a file that does not have the whole list. */
const LIMIT_NOTICE = `Tệp chỉ có ${EXPORT_MAX_ROWS.toLocaleString('vi-VN')} dòng đầu, danh sách vẫn còn. Hãy thu hẹp bộ lọc để tải phần còn lại.`;

/** A list as CSV. @param maxRows of more, the rest is left out, and the last line says so */
export async function* csvText<Row, Cursor>(
  { columns, fetchPage }: Pick<ListExport<Row, Cursor>, 'columns' | 'fetchPage'>,
  first: ExportPage<Row, Cursor>,
  maxRows: number,
): AsyncGenerator<string> {
  yield csvHeadOf(columns.map(([title]) => title));
  let page = first;
  for (let left = maxRows; ; ) {
    const rows = page.rows.slice(0, left);
    // An empty page is yielded as well: an export that was aborted ends here.
    yield rows.map((row) => csvLine(columns.map(([, value]) => value(row)))).join('');
    left -= rows.length;
    if (rows.length < page.rows.length) return yield csvLine([LIMIT_NOTICE]);
    if (page.next === null) return;
    page = await fetchPage(page.next);
  }
}

/** The exports of this server: a list as a CSV stream, page by page, without a transaction. */
export function createListExports() {
  const running = createKeyedCount();
  return {
    /**
     * Starts an export; the next page is fetched once the client has taken what was there.
     * @throws {DomainError} TOO_MANY_EXPORTS
     */
    async start<Row, Cursor>(callerId: string, list: ListExport<Row, Cursor>): Promise<Readable> {
      if (running.of(callerId) >= EXPORTS_AT_ONCE) throw new DomainError('TOO_MANY_EXPORTS');
      const release = running.add(callerId);
      try {
        const first = await list.fetchPage(null);
        await list.record();
        return Readable.from(csvText(list, first, EXPORT_MAX_ROWS), { objectMode: false }).once('close', release);
      } catch (error) {
        release();
        throw error;
      }
    },
  };
}
export type ListExports = ReturnType<typeof createListExports>;

/** Returns the filters that limit a list, for the audit log: '', false, null and absence all mean any. */
export const filtersInUse = (filters: object): Record<string, unknown> =>
  Object.fromEntries(Object.entries(filters).filter(([, value]) => value));
