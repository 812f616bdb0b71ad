import type { Consequence, ModerationSubject } from '@hai-dang/contract/moderation/decisions.schema.ts';

/** The facts in the text of a consequence, as they are shown. */
interface ConsequenceFacts {
  /** 'Bài viết'. */
  readonly item: string;
  /** How the owner's account is disabled: 'tạm khóa đến 10:15 30/11/2026'. */
  readonly present: string | undefined;
  readonly count: string;
  readonly until: string;
  readonly day: string;
  /** The new status of the reports. */
  readonly status: string;
}

const suspendedFor = (days: string) => `tạm khóa ${days} ngày`;

/** Texts of the decision sheet. */
export const decisionsStrings = {
  title: 'Ra quyết định',
  loading: 'Đang tải thông tin đối tượng...',
  loadFailed: 'Không thể tải thông tin đối tượng',

  subject: 'Đối tượng',
  untitled: 'Không có tiêu đề',
  open: 'Xem đối tượng',
  owner: 'Chủ tài khoản',
  author: 'Người đăng',
  ownerGone: 'Tài khoản này đã bị xóa',
  admin: 'Quản trị viên',
  reports: (open: string, reports: string, reporters: string) =>
    `${open} báo cáo đang mở trong ${reports} báo cáo của ${reporters} người`,
  noReports: 'Chưa có báo cáo nào',
  openAppeals: (count: string) => `${count} khiếu nại đang chờ`,
  states: {
    open: 'Chờ xử lý',
    in_review: 'Đang xem xét',
    closed: 'Không có báo cáo đang mở',
  } satisfies Record<ModerationSubject['state'], string>,
  decideAnyway: 'Nhấn lần nữa để vẫn quyết định.',
  own: 'Đây là tài khoản hoặc nội dung của chính bạn. Khi còn quản trị viên khác đang hoạt động, chỉ họ được quyết định.',
  proposedRule: 'Quy tắc này được đề xuất theo lý do của người báo cáo.',
  takenDown: (at: string) => `Nội dung đã bị gỡ lúc ${at}`,

  record: 'Hồ sơ vi phạm',
  noPoints: 'Không có điểm trong hạn',
  points: (points: string) => `${points} điểm trong hạn`,
  warnings: (count: string) => `${count} cảnh cáo`,
  appealsWon: (count: string) => `${count} khiếu nại thắng`,
  reportersRight: (right: string, closed: string) => `${right} trong ${closed} báo cáo khác của người báo cáo là đúng`,
  reportersUnknown: 'Người báo cáo chưa có báo cáo nào khác được kết luận',
  evidence: 'Bằng chứng',
  disabledLower: 'đã vô hiệu hóa',
  suspendedLower: (until: string) => `tạm khóa đến ${until}`,
  sum: (now: string, more: string, sum: string) => `${now} điểm + ${more} điểm của quy tắc này = ${sum} điểm`,
  proposal: (what: string) => `Theo số điểm hiện có, thang xử lý đề xuất: ${what}`,
  proposals: {
    suspend: suspendedFor,
    disable: 'vô hiệu hóa',
  },

  events: 'Diễn biến gần đây',
  moreEvents: (count: string) => `Xem thêm (${count})`,
  noEvents: 'Chưa có diễn biến nào',
  activity: 'Hoạt động của người này',
  showActivity: 'Xem hoạt động',
  hideActivity: 'Thu gọn hoạt động',
  system: 'Hệ thống',
  user: 'Người dùng',
  eventUntil: (until: string) => `đến ${until}`,

  verdict: 'Kết luận',
  noViolation: 'Không vi phạm',
  violation: 'Vi phạm quy tắc',
  noPolicies: 'Chưa có quy tắc nào đang bật.',
  policyGone: 'Quy tắc bạn chọn vừa được tắt, vui lòng chọn quy tắc khác.',
  policyPoints: (points: string) => `${points} điểm`,

  actions: 'Hình thức xử lý',
  days: 'Thời gian tạm khóa',
  usualDays: (days: string) => `${days} ngày`,
  otherDays: 'Tự chọn',
  otherDaysLabel: 'Số ngày',
  otherDaysHint: 'Từ 1 đến 365 ngày',
  offer: (what: string, points: string) => `Thang xử lý đề xuất: ${what} (${points})`,
  offerSum: (now: string, more: string, sum: string) => `${now} + ${more} = ${sum} điểm`,
  apply: 'Áp dụng',
  noActions: 'Không còn hình thức xử lý nào áp dụng được.',

  note: 'Ghi chú nội bộ',
  noteHint: 'Chỉ quản trị viên thấy. Tối đa 2.000 ký tự.',

  letters: {
    owner: 'Thư gửi người vi phạm',
    reporters: 'Thư gửi người báo cáo',
  },
  lettersLoading: 'Đang soạn thư...',
  lettersFailed: 'Chưa xem trước được thư. Nếu bạn quyết định ngay, thư mẫu vẫn được gửi.',
  editLetter: 'Sửa',
  skipLetter: 'Không gửi',
  sendLetter: 'Gửi thư',
  useTemplate: 'Dùng thư mẫu',
  letterOf: (button: string, letter: string) => `${button}: ${letter}`,
  skipped: {
    owner: 'Không gửi thư. Người vi phạm vẫn thấy quyết định trong mục thông báo.',
    reporters: 'Không gửi thư.',
  },
  letterHint:
    'Những chữ trong ngoặc nhọn, như {tên} hay {đến}, được điền khi gửi. Thư được gửi 15 giây sau khi quyết định, nếu không hoàn tác.',
  letterShown: 'Người nhận sẽ thấy',
  templateChanged: 'Thư mẫu đã khác đi theo lựa chọn mới. Bạn đang giữ nội dung đã sửa.',

  chooseFirst: 'Hãy chọn một kết luận.',
  consequenceOf: {
    takedown: ({ item }) => `${item} bị gỡ`,
    show_again: () => 'nội dung đang ẩn tạm hiện lại trên ứng dụng',
    warn: () => 'thêm một cảnh cáo',
    suspend: ({ count, until }) => `tài khoản bị tạm khóa ${count} ngày, đến ${until}`,
    suspend_longer: ({ present, until }) => `tài khoản đã bị ${present}, nay kéo dài đến ${until}`,
    stay_disabled: ({ present }) => `tài khoản đã bị ${present}, không kéo dài thêm`,
    disable: () => 'tài khoản bị vô hiệu hóa cho đến khi được kích hoạt lại',
    record: () => 'vi phạm được ghi vào hồ sơ',
    points: ({ count, day }) => `${count} điểm đến ${day}`,
    close_reports: ({ count, status }) => `${count} báo cáo đóng: ${status}`,
  } satisfies Record<Consequence['code'], (facts: ConsequenceFacts) => string>,
  staysDown: 'nội dung đã bị gỡ vẫn không hiện lại',
  noConsequence: 'kết luận được lưu lại, ngoài ra không có gì thay đổi',
  lettersSent: (isExact: boolean, count: string) => `${isExact ? '' : 'tối đa '}${count} thư`,

  changed:
    'Đối tượng vừa thay đổi trong lúc bạn xem. Những gì bạn chọn và viết vẫn còn; xem lại rồi quyết định lần nữa.',
  changes: {
    state: (before: string, after: string) => `Trạng thái: ${before} → ${after}`,
    open: (before: string, after: string) => `Báo cáo đang mở: ${before} → ${after}`,
    reporters: (before: string, after: string) => `Người báo cáo: ${before} → ${after}`,
    takenDown: 'Nội dung đã bị gỡ',
    restored: 'Nội dung đã được khôi phục',
    ownerGone: 'Tài khoản đã bị xóa',
    account: (text: string) => `Tài khoản: ${text}`,
    enabled: 'đang hoạt động',
    points: (before: string, after: string) => `Điểm trong hạn: ${before} → ${after}`,
    newReport: (reason: string) => `Báo cáo mới: ${reason}`,
    otherReports: (count: string) => `Cùng ${count} báo cáo mới khác`,
    event: (kind: string, by: string) => `${kind} · ${by}`,
    punished: 'Vi phạm vừa được xử lý. Quyết định thêm lần nữa thì điểm và thư cũng thêm lần nữa.',
  },

  decide: 'Quyết định',
  decideKey: 'Ctrl+Enter',
  /** A takedown with other acts. */
  takedownToo: 'gỡ',
  recordOnly: 'Ghi nhận vi phạm',
  held: 'Bảng vừa mở: nhấn lại để quyết định',
  heldAgain: 'Bảng vừa thay đổi: nhấn lại để quyết định',
  failed: 'Chưa gửi được quyết định. Những gì bạn chọn và viết vẫn còn, hãy thử lại.',
  decidedBefore: 'Bạn đã quyết định',
  doneHarmless: 'Đã kết luận: không vi phạm',
  closedReports: (count: string) => `Đã đóng ${count} báo cáo`,
  doneViolation: 'Đã kết luận: vi phạm',
  done: (what: string) => `Đã quyết định: ${what}`,
  /** The acts by the code of the consequence; the others are none. */
  acts: {
    takedown: () => 'gỡ nội dung',
    warn: () => 'cảnh cáo',
    suspend: suspendedFor,
    suspend_longer: suspendedFor,
    disable: () => 'vô hiệu hóa',
  } as Readonly<Record<string, ((count: string) => string) | undefined>>,
  undone: 'Đã hoàn tác quyết định',
  undoFailed: 'Không thể hoàn tác quyết định',

  takeBack: 'Hủy quyết định',
  takeBackConsequence:
    'Nội dung, tài khoản, điểm vi phạm và trạng thái báo cáo trở lại như trước quyết định này. Những gì đã được thay đổi sau đó vẫn giữ nguyên; nội dung đã bị xóa vĩnh viễn không khôi phục được.',
  takeBackReason: 'Lý do',
  takeBackReasonHint: 'Chỉ quản trị viên thấy. Tối đa 2.000 ký tự.',
  takeBackReasonMissing: (act: string) => `Vui lòng nhập lý do ${act.toLowerCase()}`,
  takenBack: (act: string) => `Đã ${act.toLowerCase()}`,
  takeBackFailed: (act: string) => `Không thể ${act.toLowerCase()}`,
} as const;
