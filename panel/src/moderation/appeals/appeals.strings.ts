import type { Appeal } from '@hai-dang/contract/moderation/appeals.schema.ts';
import type { ReportItemType } from '@hai-dang/contract/moderation/report-fields.schema.ts';

type Outcome = NonNullable<Appeal['outcome']>;

const unlessAnother = (what: string) => `${what}, trừ khi một quyết định khác còn hiệu lực`;

/** Texts of the screen with the appeals. */
export const appealsStrings = {
  title: 'Khiếu nại',
  intro: 'Người dùng khiếu nại quyết định về mình, hoặc người báo cáo đề nghị xem lại báo cáo bị từ chối.',
  total: (count: string) => `${count} khiếu nại`,
  states: 'Lọc khiếu nại',
  stateLabels: { '': 'Đang chờ', decided: 'Đã xử lý' },
  filters: 'Bộ lọc khiếu nại',
  table: 'Danh sách khiếu nại',
  columns: {
    appeal: 'Khiếu nại',
    subject: 'Về',
    decision: 'Quyết định',
    state: { '': 'Hạn xử lý', decided: 'Kết quả' },
    buttons: 'Thao tác',
  },
  loadingList: 'Đang tải khiếu nại...',
  loadingMore: 'Đang tải thêm...',
  endOfList: 'Đã hiển thị toàn bộ khiếu nại',
  listFailed: 'Không thể tải khiếu nại',
  empty: { '': 'Không có khiếu nại nào đang chờ', decided: 'Chưa có khiếu nại nào được xử lý' },

  emptyFiltered: 'Không có khiếu nại phù hợp với bộ lọc',

  kinds: { owner: 'Khiếu nại', reporter: 'Đề nghị xem lại' } satisfies Record<Appeal['kind'], string>,
  itemTypes: {
    User: 'Tài khoản',
    Post: 'Bài viết',
    TravelPost: 'Bài viết du lịch',
    Comment: 'Bình luận',
  } satisfies Record<ReportItemType, string>,
  untitled: 'Không có tiêu đề',
  authorGone: 'Tài khoản đã bị xóa',
  textGone: 'Nội dung đã được xóa cùng tài khoản.',
  noViolation: 'Không vi phạm',
  violation: 'Vi phạm',
  by: (name: string) => `Bởi ${name}`,
  bySystem: 'Bởi hệ thống',
  open: 'Xem',
  nameOf: (kind: string, name: string) => `${kind} của ${name}`,

  loading: 'Đang tải khiếu nại...',
  loadFailed: 'Không thể tải khiếu nại',
  text: 'Nội dung khiếu nại',
  sentBy: 'Người gửi',
  subject: 'Đối tượng',
  evidence: 'Xem báo cáo và bằng chứng',
  appealedLetter: 'Thư đã gửi',
  decision: 'Quyết định bị khiếu nại',
  rule: 'Quy tắc',
  ruleVersion: (title: string, version: string) => `${title} (bản ${version})`,
  followed: 'Hình thức xử lý',
  nothingFollowed: 'Không có',
  until: (text: string) => `đến ${text}`,
  decidedBy: 'Người quyết định',
  note: 'Ghi chú',
  isUndone: 'Quyết định này đã được hoàn tác.',
  ownDecision: 'Chính bạn đã đưa ra quyết định này. Nếu có thể, hãy để một quản trị viên khác xem khiếu nại.',

  handOver: 'Chuyển cho người khác',
  handedOver: 'Đã để lại cho quản trị viên khác',
  handOverFailed: 'Chưa chuyển được khiếu nại',

  conclusion: 'Kết luận',
  uphold: 'Giữ nguyên',
  overturn: 'Hủy quyết định',
  chooseFirst: 'Vui lòng chọn giữ nguyên hoặc hủy quyết định',
  nothingChosen: 'Hãy chọn một kết luận.',
  upholdWill: 'Quyết định giữ nguyên, khiếu nại được đóng lại.',
  overturnWill: {
    intro: 'Mọi hệ quả của quyết định được rút lại:',
    takedown: (item: string) => unlessAnother(`${item} được khôi phục`),
    account: (name: string) => unlessAnother(`Tài khoản ${name} được mở lại`),
    points: (name: string) => `Điểm mà ${name} nhận từ quyết định này không còn tính`,
    reports: 'Các báo cáo mà quyết định này đã đóng được mở lại',
    ofSameBulk: (count: string) => `${count} quyết định khác của cùng lượt xử lý cũng được rút lại`,
    others: (count: string) => `${count} khiếu nại khác về quyết định này cũng được chấp nhận`,
  },
  answersAll: (count: string) => `Trả lời cả ${count} khiếu nại khác về quyết định này, bằng thư theo mẫu`,
  answer: 'Thư trả lời',
  answerSkipped: 'Không gửi thư. Người khiếu nại vẫn thấy kết quả trong mục thông báo.',
  answerHint:
    'Những chữ trong ngoặc nhọn, như {tên}, được điền khi gửi. Chỉ người này nhận lời bạn viết; ai khác cùng khiếu nại nhận thư mẫu.',
  noteLabel: 'Ghi chú nội bộ',
  noteHint: 'Chỉ quản trị viên thấy. Tối đa 2.000 ký tự.',
  sendKey: 'Ctrl+Enter',
  opensNext: 'Mở khiếu nại tiếp theo khi xử lý xong',
  noneLeft: 'Hết khiếu nại chờ bạn xử lý',
  nextFailed: 'Không thể mở khiếu nại tiếp theo',
  send: 'Gửi kết luận',
  sendFailed: 'Chưa gửi được kết luận. Những gì bạn chọn và viết vẫn còn, hãy thử lại.',
  sendAnyway: 'Nhấn Gửi kết luận lần nữa để vẫn gửi.',
  changed: 'Đối tượng vừa thay đổi trong lúc bạn xem. Những gì bạn chọn và viết vẫn còn; xem lại rồi gửi lần nữa.',
  decidedMeanwhile: 'Khiếu nại này vừa được xử lý.',

  outcomes: {
    upheld: 'Đã giữ nguyên quyết định',
    overturned: 'Đã hủy quyết định',
    closed: 'Khiếu nại đã đóng',
  } satisfies Record<Outcome, string>,
  closedBecause: 'Quyết định đã được hoàn tác, hoặc tài khoản liên quan đã bị xóa, trước khi có kết luận.',
} as const;
