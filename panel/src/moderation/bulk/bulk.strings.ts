import type { Bulk, BulkActionKind } from '@hai-dang/contract/moderation/bulk.schema.ts';
import type { Consequence } from '@hai-dang/contract/moderation/decisions.schema.ts';
import type { BulkRequestTarget } from './bulk.overlays.ts';

/** The facts in the sentence of a consequence, as they are shown. */
interface Known {
  readonly subjects: string;
  readonly count: string;
  readonly until: string;
  readonly status: string;
}

const allClosed = (status: string) => `Báo cáo đang mở về những mục này chuyển thành “${status}”.`;

type CountText = (count: string) => string;

/** Texts of actions on many subjects. */
export const bulkStrings = {
  actions: {
    suspend: 'Tạm khóa',
    disable: 'Vô hiệu hóa',
    tag: 'Gắn nhãn',
    takedown: 'Gỡ nội dung',
    no_violation: 'Không vi phạm',
    close_reports: 'Đóng báo cáo',
    clean_up: 'Xử lý đợt spam',
  } satisfies Record<BulkActionKind, string>,
  running: {
    suspend: 'Đang tạm khóa',
    disable: 'Đang vô hiệu hóa',
    tag: 'Đang gắn nhãn',
    takedown: 'Đang gỡ nội dung',
    no_violation: 'Đang đóng báo cáo',
    close_reports: 'Đang đóng báo cáo',
    clean_up: 'Đang xử lý đợt spam',
  } satisfies Record<BulkActionKind, string>,
  subjects: {
    users: (count) => `${count} tài khoản`,
    user_filter: (count) => `${count} tài khoản`,
    content: (count) => `${count} mục`,
    content_of: (count) => `${count} bài viết và bình luận`,
    reports_about: (count) => `báo cáo về ${count} đối tượng`,
  } satisfies Record<BulkRequestTarget['kind'], CountText>,
  button: (action: string, subjects: string) => `${action} ${subjects}`,
  about: (name: string) => `Của ${name}`,
  counting: 'Đang đếm...',
  countFailed: 'Không đếm được các mục được chọn',
  others: (names: string, others: string) => `${names} và ${others} khác`,
  protectedOnes: (count: string) => `Trong đó ${count} tài khoản quản trị sẽ được bỏ qua.`,

  policy: 'Quy tắc bị vi phạm',
  noPolicy: 'Không nêu quy tắc',
  tag: 'Nhãn',
  tagHint: 'Tối đa 40 ký tự',
  tagEnd: 'Hết hạn',
  tagEnds: { '': 'Không hết hạn', 7: 'Sau 7 ngày', 30: 'Sau 30 ngày', 90: 'Sau 90 ngày' },
  outcome: 'Kết luận',
  note: 'Ghi chú nội bộ',
  noteHint: 'Chỉ quản trị viên thấy. Tối đa 2.000 ký tự.',
  letters: 'Gửi thư thông báo theo mẫu',

  consequences: 'Điều gì sẽ xảy ra',
  /** The consequences of a decision on each of the subjects. */
  consequenceOf: {
    suspend: ({ subjects, count, until }) =>
      `${subjects} bị tạm khóa ${count} ngày, đến ${until}. Mọi phiên đăng nhập của họ kết thúc ngay.`,
    disable: ({ subjects }) =>
      `${subjects} bị vô hiệu hóa cho đến khi được kích hoạt lại. Mọi phiên đăng nhập của họ kết thúc ngay.`,
    takedown: ({ subjects }) => `${subjects} bị gỡ khỏi ứng dụng.`,
    points: ({ count }) => `Mỗi chủ tài khoản nhận ${count} điểm vi phạm, một lần cho cả lượt.`,
    close_reports: ({ status }) => allClosed(status),
  } as Partial<Record<Consequence['code'], (known: Known) => string>>,
  tagged: (subjects: string, tag: string) => `${subjects} mang nhãn “${tag}”, chỉ quản trị viên thấy.`,
  closed: (count: string, status: string) => `${count} báo cáo đang mở chuyển thành “${status}”.`,
  allClosed,
  harmless: (count: string, letters: string) =>
    `${count} báo cáo đang mở bị từ chối, nội dung đang ẩn tạm hiện lại, ${letters}; hoàn tác được trong 24 giờ.`,
  reportersWritten: 'mỗi người báo cáo nhận một thư theo mẫu',
  nobodyWritten: 'không ai nhận thư',
  held: (count: string, names: string) => `${count} đối tượng đang do đồng nghiệp xử lý: ${names}`,
  skipHeld: 'Bỏ qua những đối tượng đó',
  includeHeld: 'Làm cả những đối tượng đó',
  leftOut: (count: string) => `${count} đối tượng đã chọn không có báo cáo đang mở.`,
  lettersSent: 'Mỗi người liên quan nhận một thư theo mẫu.',
  lettersSkipped: 'Không ai nhận thư, nhưng người bị xử lý vẫn thấy quyết định trong mục thông báo.',
  leftAlone: 'Mục vừa được quản trị viên khác xử lý, hoặc không có gì thay đổi, thì được bỏ qua.',
  undoable: 'Có thể dừng giữa chừng, và hoàn tác tất cả trong 24 giờ sau khi xong.',

  startFailed: 'Không thể bắt đầu xử lý',
  stopFailed: 'Không dừng được',
  undoFailed: 'Không thể hoàn tác',

  title: 'Xử lý hàng loạt',
  progress: (what: string, done: string, total: string) => `${what} ${done}/${total}`,
  undoing: 'Đang hoàn tác',
  by: (name: string, at: string) => `${name} bắt đầu lúc ${at}`,
  what: (action: string, total: string) => `${action}: ${total} mục`,
  done: (count: string) => `Xong: ${count}`,
  stopped: (done: string, total: string) => `Đã dừng: ${done}/${total}`,
  undone: (count: string) => `Đã hoàn tác ${count}`,
  skipped: (count: string) => `bỏ qua ${count}`,
  failed: (count: string) => `lỗi ${count}`,
  kept: (count: string) => `giữ nguyên ${count}`,
  stopReasons: {
    administrator: 'Quản trị viên đã dừng',
    policy_disabled: 'Dừng vì quy tắc vừa được tắt',
    starter_gone: 'Dừng vì tài khoản của người bắt đầu không còn dùng được',
  } satisfies Record<NonNullable<Bulk['stopReason']>, string>,
  stop: 'Dừng',
  open: (text: string) => `${text}. Xem chi tiết`,
  hide: 'Ẩn',
  leftAloneTitle: 'Những mục được bỏ qua',
  loading: 'Đang tải...',
  loadFailed: 'Không thể tải danh sách',
  firstOnes: (count: string) => `Chỉ hiện ${count} mục đầu tiên.`,
} as const;
