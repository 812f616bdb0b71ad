import type { ReportItemType } from '@hai-dang/contract/moderation/report-fields.schema.ts';
import type { ReportAction } from '@hai-dang/contract/moderation/reports.schema.ts';

/** Texts of the report screen; those of the specification verbatim. */
export const reportDetailStrings = {
  title: 'Chi tiết báo cáo',
  backToList: 'Danh sách báo cáo',
  loading: 'Đang tải thông tin báo cáo...',
  loadFailed: 'Không thể tải thông tin báo cáo',
  refreshFailed: 'Không thể cập nhật thông tin báo cáo',
  notFound: 'Không tìm thấy báo cáo',
  removedMeanwhile: 'Báo cáo này đã bị xóa',
  queue: 'Chuyển báo cáo',
  place: (index: string, total: string) => `${index} / ${total}`,

  report: 'Báo cáo này',
  reportedAt: 'Thời gian báo cáo',
  reporter: 'Người báo cáo',
  reporterLoading: 'Đang tải thông tin người báo cáo...',
  reporterFailed: 'Không thể tải thông tin người báo cáo',
  reporterUnknown: 'Không tìm thấy thông tin người báo cáo',
  itemType: 'Loại',
  reason: 'Lý do',
  description: 'Mô tả',
  noDescription: 'Không có mô tả',

  subject: 'Đối tượng bị báo cáo',
  thingLoading: 'Đang tải thông tin đối tượng bị báo cáo...',
  thingFailed: 'Không thể tải thông tin đối tượng bị báo cáo',
  gone: 'Nội dung gốc đã bị xóa',
  takenDown: (...facts: readonly string[]) => ['Đã gỡ theo quyết định', ...facts].join(' · '),
  toDecision: 'Xem quyết định',
  goneBy: (name: string, time: string) => `Bởi ${name}, ${time}`,
  goneAt: (time: string) => `Vào ${time}`,
  snapshotShown: 'Dưới đây là nội dung được lưu lại lúc báo cáo.',
  noSnapshot: 'Không có bản lưu của nội dung này.',
  edited: 'Nội dung đã được chỉnh sửa sau khi bị báo cáo',
  versions: 'Phiên bản nội dung',
  whenReported: 'Lúc báo cáo',
  now: 'Hiện tại',
  openContent: 'Xem nội dung',
  message: 'Nhắn tin',
  messageTo: (name: string) => `Nhắn tin cho ${name}`,
  admin: 'Quản trị viên',
  joined: 'Tham gia',
  category: 'Danh mục',
  imagesMissing: (count: string) => `${count} ảnh không lưu lại được`,
  under: 'Bình luận trong bài viết',
  parentGone: 'Bài viết này không còn nữa',

  decision: 'Xử lý',
  status: 'Trạng thái',
  rule: 'Quy tắc',
  noRule: 'Không nêu',
  ruleSaved: 'Đã đổi quy tắc của báo cáo',
  ruleFailed: 'Không thể đổi quy tắc của báo cáo',
  remove: 'Xóa báo cáo',
  removeHint: 'Xóa hẳn báo cáo này.',
  removeConsequence: 'Không thể khôi phục sau khi xóa.',
  ownCase: 'Tự xử lý',
  evidenceTaken: (time: string) => `Bản lưu lúc ${time}`,
  decisions: 'Quyết định',
  held: 'Báo cáo vừa mở: nhấn lại để quyết định',
  decideHint: 'Chọn quy tắc, hình thức xử lý và thư. Mọi báo cáo đang mở về đối tượng được đóng.',
  violation: 'Vi phạm…',
  harmless: 'Không vi phạm',
  harmlessHint: 'Mọi báo cáo đang mở về đối tượng bị từ chối, người báo cáo được báo.',
  takeDown: 'Gỡ và đóng báo cáo',
  takeDownHint: 'Chỉ gỡ nội dung, sau khi bạn xác nhận quy tắc; tài khoản không bị khóa.',
  plain: 'Chỉ đúng việc này',
  plainHint: 'Không gửi thư, không tính điểm.',
  otherActs: 'Việc khác',
  opensNext: 'Mở báo cáo tiếp theo khi xử lý xong',
  queueLooking: 'Đang tìm báo cáo tiếp theo...',
  queueDone: 'Đã xử lý hết hàng đợi này',
  queueTaken: 'Các báo cáo còn lại đang có quản trị viên khác xử lý',
  nextFailed: 'Không thể mở báo cáo tiếp theo',
  side: 'Xử lý báo cáo',
  conflict: (name: string) => `${name} vừa thay đổi báo cáo này.`,
  conflictState: (status: string, act: string) => `Trạng thái hiện tại: ${status}. Chưa thực hiện: ${act}.`,
  someone: 'Quản trị viên khác',
  dismiss: 'Bỏ qua',
  setStatusTo: (status: string) => `đặt trạng thái “${status}”`,
  notDone: (act: string, why: string) => `Chưa thực hiện: ${act}. ${why}`,
  changedByOther: 'Báo cáo vừa được quản trị viên khác thay đổi.',
  open: 'Mở báo cáo',
  undone: 'Đã hoàn tác',
  undoFailed: 'Không thể hoàn tác',

  head: 'Tóm tắt',
  subjectOf: (type: string) => `${type} của`,
  caseReports: (count: string) => `${count} báo cáo`,
  rest: (count: string, isShown: boolean) => `${count} báo cáo · ${isShown ? 'Thu gọn' : 'Xem thêm'}`,
  caseReporters: (count: string) => `${count} người`,
  others: 'Các báo cáo khác',
  caseOpen: (open: string) => `${open} đang mở`,
  othersLoading: 'Đang tải các báo cáo khác...',
  listFailed: 'Không thể tải danh sách báo cáo',
  moreOthers: 'Xem thêm báo cáo',

  history: 'Lịch sử xử lý',
  noHistory: 'Chưa có thay đổi nào',
  historyCut: (shown: string, total: string) => `${shown} thay đổi mới nhất trên ${total}`,
  system: 'Hệ thống',
  statusChanged: (from: string, to: string) => `Đổi trạng thái từ “${from}” sang “${to}”`,
  decided: (to: string) => `Quyết định, kết quả “${to}”`,
  claimed: 'Nhận xử lý',
  ruleRemoved: 'Bỏ quy tắc của báo cáo',
  allStatusSet: (to: string) => `Đặt mọi báo cáo đang mở thành “${to}”`,
  allStatusUndone: 'Hoàn tác đổi trạng thái mọi báo cáo',
  decisionUndone: 'Đã hủy',
  inBatch: 'cùng lúc với các báo cáo khác',

  keys: {
    next: 'Báo cáo sau / trước trong danh sách',
    back: 'Về danh sách',
    status: (status: string) => `Đặt trạng thái “${status}”`,
  },
} as const;

interface ActWords {
  /** The label of the button. */
  readonly label: string;
  readonly question: string;
  readonly consequence: string;
  readonly done: string;
  readonly failed: string;
}

const ACCOUNT_WORDS = {
  disable_account: {
    label: 'Vô hiệu hóa tài khoản',
    question: 'Bạn có chắc chắn muốn vô hiệu hóa tài khoản',
    consequence: 'Người dùng sẽ bị đăng xuất và không thể đăng nhập cho đến khi được kích hoạt lại.',
    done: 'Tài khoản đã bị vô hiệu hóa!',
    failed: 'Không thể vô hiệu hóa tài khoản',
  },
  enable_account: {
    label: 'Kích hoạt lại tài khoản',
    question: 'Bạn có chắc chắn muốn kích hoạt lại tài khoản',
    consequence: 'Người dùng sẽ có thể đăng nhập trở lại.',
    done: 'Tài khoản đã được kích hoạt lại!',
    failed: 'Không thể kích hoạt lại tài khoản',
  },
} as const satisfies Partial<Record<ReportAction, ActWords>>;

const CONTENT_NAMES: Readonly<Record<string, string>> = {
  Post: 'bài viết',
  TravelPost: 'bài viết du lịch',
  Comment: 'bình luận',
} satisfies Partial<Record<ReportItemType, string>>;

/** The texts of an act on a subject. */
export function actWords(what: ReportAction, itemType: string): ActWords {
  if (what === 'disable_account' || what === 'enable_account') return ACCOUNT_WORDS[what];
  const content = CONTENT_NAMES[itemType] ?? 'nội dung';
  return what === 'delete_content'
    ? {
        label: `Xóa ${content}`,
        question: `Bạn có chắc chắn muốn xóa ${content}`,
        consequence: 'Báo cáo vẫn giữ bản lưu. Có thể khôi phục trong 10 phút.',
        done: `Đã xóa ${content}`,
        failed: `Không thể xóa ${content}`,
      }
    : {
        label: `Khôi phục ${content}`,
        question: `Bạn có chắc chắn muốn khôi phục ${content}`,
        consequence: 'Mọi người sẽ lại thấy nội dung này.',
        done: `Đã khôi phục ${content}`,
        failed: `Không thể khôi phục ${content}`,
      };
}
