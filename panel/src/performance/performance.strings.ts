import { PERFORMANCE_COUNTED_UP_TO } from '@hai-dang/contract/constants.ts';
import type { PerformancePeriod } from '@hai-dang/contract/performance/performance.schema.ts';
import { formatNumber } from '../lib/format.ts';

/** Texts of the figures of the work. */
export const performanceStrings = {
  title: 'Thống kê',
  loading: 'Đang tải thống kê...',
  failed: 'Không thể tải thống kê',
  countedAt: 'Tính đến',
  notCounted: 'Đang tính lần đầu, số liệu sẽ có sau ít phút',
  period: 'Khoảng thời gian',
  days: (days: number) => `${days} ngày`,
  from: 'Từ ngày',
  to: 'Đến ngày',
  fileName: ({ from, to }: PerformancePeriod) => `thong-ke-${from}-${to}.csv`,

  waiting: 'Đang chờ xử lý',
  waitingNote: 'Số đối tượng còn báo cáo đang mở, ngay lúc này',
  byDue: 'Theo hạn xử lý',
  byAge: 'Theo thời gian chờ',
  due: ['Quá hạn hơn 1 ngày', 'Quá hạn', 'Còn dưới 1 giờ', 'Còn 1–4 giờ', 'Còn 4–24 giờ', 'Còn hơn 1 ngày'],
  age: ['Dưới 1 giờ', '1–4 giờ', '4–24 giờ', '1–3 ngày', '3–7 ngày', 'Hơn 7 ngày'],
  subjects: 'Đối tượng',
  capped: `Hơn ${formatNumber(PERFORMANCE_COUNTED_UP_TO - 1)}`,

  totals: 'Trong khoảng này',
  filed: 'Báo cáo nhận được',
  closed: 'Báo cáo đã xử lý',
  autoClosed: 'Báo cáo tự đóng',
  decisions: 'Quyết định',
  objections: 'Khiếu nại',
  overturned: 'Bị hủy sau khiếu nại',
  undone: 'Hoàn tác',
  firstLook: 'Đến khi có người xem',
  closing: 'Đến khi xử lý xong',
  p50: 'p50',
  p90: 'p90',
  percentiles: (p50: string, p90: string) => `p50 ${p50} · p90 ${p90}`,
  percentileNote:
    'p50: một nửa số đối tượng nhanh hơn mức này; p90: chín phần mười nhanh hơn. Thời gian tính từ báo cáo đang mở đầu tiên của đối tượng. Đây là ước lượng theo khoảng: lệch nhiều nhất một nửa, và ít hơn nhiều khi có nhiều số liệu.',
  none: '–',

  table: (what: string) => `Bảng số liệu: ${what.toLowerCase()}`,
  byDay: 'Theo ngày',
  day: 'Ngày',
  today: 'hôm nay, chưa hết ngày',
  byReason: 'Theo lý do báo cáo',
  reason: 'Lý do',
  byPolicy: 'Theo quy tắc',
  policy: 'Quy tắc',
  byAdministrator: 'Theo quản trị viên',
  administrator: 'Quản trị viên',
  deleted: 'đã xóa',
  unknown: 'Không rõ tên',
  nothing: 'Chưa có số liệu trong khoảng thời gian này',
  closedSubjects: 'Đối tượng đã xong',
} as const;
