import { TIME_ZONE } from '@hai-dang/contract/constants.ts';
import type { AuditRow } from './audit.store.ts';

/** The byte order mark, by which spreadsheets detect UTF-8. */
const BYTE_ORDER_MARK = '\uFEFF';
const LINE_END = '\r\n';
/** What makes a spreadsheet take a cell for a formula, in its full-width form too. */
const FORMULA_START = /^[=+\-@\t\r\n＝＋－＠]/;

/** sv-SE writes a moment as yyyy-MM-dd HH:mm:ss, which sorts as text and which every spreadsheet reads. */
const timeFormat = new Intl.DateTimeFormat('sv-SE', { timeZone: TIME_ZONE, dateStyle: 'short', timeStyle: 'medium' });

const COLUMNS: ReadonlyArray<readonly [title: string, value: (row: AuditRow) => string | null]> = [
  ['Thời gian (giờ Việt Nam)', (row) => timeFormat.format(row.created_at)],
  ['Người thực hiện', (row) => row.actor_name],
  ['Mã người thực hiện', (row) => row.actor_id],
  ['Hành động', (row) => row.action],
  ['Loại đối tượng', (row) => row.target_type],
  ['Mã đối tượng', (row) => row.target_id],
  ['Tên đối tượng', (row) => row.target_name],
  ['Trước', (row) => toJson(row.before)],
  ['Sau', (row) => toJson(row.after)],
  ['Lý do bị từ chối', (row) => row.reason],
  ['Địa chỉ', (row) => row.ip],
  ['Mã yêu cầu', (row) => row.request_id],
  ['Mã mục', (row) => row.id],
];

const toJson = (state: unknown): string | null => (state === null ? null : JSON.stringify(state));

/** One cell, always quoted; what a spreadsheet would run gets an apostrophe before it. */
export function csvCell(value: string | null): string {
  const text = value ?? '';
  return `"${FORMULA_START.test(text) ? "'" : ''}${text.replaceAll('"', '""')}"`;
}

const csvLine = (cells: ReadonlyArray<string | null>): string => cells.map(csvCell).join(',') + LINE_END;

/** What the file begins with: its mark and the names of the columns. */
export const csvHead = (): string => BYTE_ORDER_MARK + csvLine(COLUMNS.map(([title]) => title));

/** The lines of some entries. */
export const csvLines = (rows: readonly AuditRow[]): string =>
  rows.map((row) => csvLine(COLUMNS.map(([, value]) => value(row)))).join('');
