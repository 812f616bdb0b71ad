import { TIME_ZONE } from '@hai-dang/contract/constants.ts';

/** The byte order mark, by which spreadsheets detect UTF-8. */
const BYTE_ORDER_MARK = '\uFEFF';
const LINE_END = '\r\n';
/** The characters that make a spreadsheet take a cell for a formula, in their full-width form too. */
const FORMULA_START = /^[=+\-@\t\r\n＝＋－＠]/;

/** sv-SE writes a moment as yyyy-MM-dd HH:mm:ss, which sorts as text and which every spreadsheet reads. */
const timeFormat = new Intl.DateTimeFormat('sv-SE', { timeZone: TIME_ZONE, dateStyle: 'short', timeStyle: 'medium' });

export type CsvColumns<Row> = ReadonlyArray<readonly [title: string, value: (row: Row) => string | null]>;

/** A moment in Vietnam. @param time also as the wire writes it; null where there is none */
export const csvTime = (time: Date | string | null | undefined): string | null =>
  time ? timeFormat.format(new Date(time)) : null;

/** One cell, always quoted; what a spreadsheet would run gets an apostrophe before it. */
export function csvCell(value: string | null): string {
  const text = value ?? '';
  return `"${FORMULA_START.test(text) ? "'" : ''}${text.replaceAll('"', '""')}"`;
}

export const csvLine = (cells: ReadonlyArray<string | null>): string => cells.map(csvCell).join(',') + LINE_END;

/** Returns the beginning of a file: its mark and the names of the columns. */
export const csvHeadOf = (titles: readonly string[]): string => BYTE_ORDER_MARK + csvLine(titles);
