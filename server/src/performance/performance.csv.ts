import { MINUTE_MS } from '@hai-dang/contract/lib/durations.ts';
import type { Performance, PerformanceCounts } from '@hai-dang/contract/performance/performance.schema.ts';
import { csvHeadOf, csvLine } from '../lib/csv.ts';

const minutes = (ms: number | null): string | null => (ms === null ? null : String(Math.round(ms / MINUTE_MS)));

const COLUMNS: ReadonlyArray<readonly [title: string, value: (counts: PerformanceCounts) => string | null]> = [
  ['Báo cáo nhận được', ({ filed }) => String(filed)],
  ['Báo cáo đã xử lý', ({ closed }) => String(closed)],
  ['Báo cáo tự đóng', ({ autoClosed }) => String(autoClosed)],
  ['Quyết định', ({ decisions }) => String(decisions)],
  ['Khiếu nại', ({ objections }) => String(objections)],
  ['Bị hủy sau khiếu nại', ({ overturned }) => String(overturned)],
  ['Hoàn tác', ({ undone }) => String(undone)],
  ['Đối tượng đã xem', ({ firstLook }) => String(firstLook.count)],
  ['Xem lần đầu p50 (phút)', ({ firstLook }) => minutes(firstLook.p50Ms)],
  ['Xem lần đầu p90 (phút)', ({ firstLook }) => minutes(firstLook.p90Ms)],
  ['Đối tượng đã xong', ({ closing }) => String(closing.count)],
  ['Xử lý xong p50 (phút)', ({ closing }) => minutes(closing.p50Ms)],
  ['Xử lý xong p90 (phút)', ({ closing }) => minutes(closing.p90Ms)],
];
const EMPTY = COLUMNS.map(() => null);

const lineOf = (group: string, key: string, name: string, counts: PerformanceCounts): string =>
  csvLine([group, key, name, ...COLUMNS.map(([, value]) => value(counts))]);

/** The numbers of a period as a file: all, each day, reason, rule and administrator. */
export function* performanceCsv({ totals, days, reasons, policies, administrators }: Performance): Generator<string> {
  yield csvHeadOf(['Nhóm', 'Mã', 'Tên', ...COLUMNS.map(([title]) => title)]);
  yield lineOf('Tất cả', '', '', totals);
  for (const { date, filed, closed } of days) {
    yield csvLine(['Ngày', date, date, String(filed), String(closed), ...EMPTY.slice(2)]);
  }
  for (const { key, counts } of reasons) yield lineOf('Lý do', key, key, counts);
  for (const { key, title, counts } of policies) yield lineOf('Quy tắc', key, title, counts);
  for (const { _id, name, counts } of administrators) yield lineOf('Quản trị viên', _id, name ?? 'Đã xóa', counts);
}
