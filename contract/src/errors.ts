import { cannedRepliesErrors, chatErrors, conversationsErrors } from './chat/chat.errors.ts';
import { BULK_MAX, INVITATIONS_MAX, POLICIES_MAX, SAVED_VIEWS_MAX, WEBHOOKS_MAX } from './constants.ts';

/** Every error code of the wire contract with the message that a user reads. */
export const errorMessages = {
  // Any call
  VALIDATION_FAILED: 'Dữ liệu gửi lên không hợp lệ',
  MALFORMED_REQUEST: 'Yêu cầu gửi lên không đọc được',
  MALFORMED_JSON: 'Nội dung gửi lên không phải JSON hợp lệ',
  UNSUPPORTED_MEDIA_TYPE: 'Định dạng dữ liệu không được hỗ trợ',
  BODY_TOO_LARGE: 'Dữ liệu gửi lên quá lớn',
  ROUTE_NOT_FOUND: 'Không tìm thấy đường dẫn',
  /** `details.current` is the present record, as its endpoint returns it. */
  CHANGED: 'Nội dung này vừa được quản trị viên khác thay đổi',
  INVALID_CURSOR: 'Vị trí trang không hợp lệ, vui lòng tải lại danh sách',
  TOO_MANY_CALLS: 'Bạn thao tác quá nhanh, vui lòng thử lại sau giây lát',
  TOO_MANY_CONNECTIONS: 'Mạng của bạn đang mở quá nhiều kết nối, vui lòng thử lại sau ít phút',
  TOO_MANY_EXPORTS: 'Bạn đang tải nhiều tệp CSV, hãy chờ một tệp tải xong',
  TOO_MANY_LISTS: 'Bạn đang tải quá nhiều danh sách cùng lúc, hãy chờ các danh sách trước tải xong',
  SERVICE_UNAVAILABLE: 'Hệ thống đang tạm gián đoạn, vui lòng thử lại sau',
  INTERNAL_ERROR: 'Đã xảy ra lỗi, vui lòng thử lại sau',

  // Signing in
  INVALID_CREDENTIALS: 'Email hoặc mật khẩu không đúng',
  ACCOUNT_DISABLED: 'Tài khoản đã bị vô hiệu hóa',
  SECOND_FACTOR_REQUIRED: 'Tài khoản này cần mã xác thực hai lớp',
  INVALID_SECOND_FACTOR: 'Mã xác thực không đúng',
  SECOND_FACTOR_CHALLENGE_ENDED: 'Bước xác thực đã hết hạn, vui lòng đăng nhập lại',
  TOO_MANY_LOGIN_FAILURES: 'Bạn đã đăng nhập sai quá nhiều lần, vui lòng thử lại sau',
  TOO_MANY_LOGINS: 'Tài khoản này đã đăng nhập quá nhiều lần, vui lòng thử lại sau',
  NOT_SIGNED_IN: 'Vui lòng đăng nhập lại',
  SESSION_EXPIRED: 'Phiên đăng nhập đã hết hạn',
  ADMIN_ONLY: 'Bạn không có quyền thực hiện thao tác này',
  USERS_ONLY: 'Chỉ người dùng ứng dụng mới thực hiện được thao tác này',

  // The own account
  SECOND_FACTOR_CODE_WRONG: 'Mã xác thực không đúng, vui lòng thử lại với mã mới nhất',
  SECOND_FACTOR_SETUP_REQUIRED: 'Bạn cần bật xác thực hai lớp trước khi tiếp tục',
  SECOND_FACTOR_ALREADY_ON: 'Xác thực hai lớp đã được bật',
  SECOND_FACTOR_NOT_ON: 'Xác thực hai lớp chưa được bật',
  SECOND_FACTOR_NOT_BEGUN: 'Bạn chưa bắt đầu thiết lập xác thực hai lớp',
  PASSWORD_CONFIRMATION_REQUIRED: 'Vui lòng nhập lại mật khẩu để tiếp tục',
  WRONG_PASSWORD: 'Mật khẩu không đúng',
  WEAK_PASSWORD: 'Mật khẩu mới quá dễ đoán, vui lòng chọn mật khẩu khác',
  SESSION_NOT_FOUND: 'Phiên đăng nhập không còn nữa',

  // Users
  /** `details`, if any, says whether the account is being deleted. */
  USER_NOT_FOUND: 'Không tìm thấy thông tin người dùng',
  USER_EXISTS: 'Tên hoặc email này đã được dùng',
  PROTECTED_ACCOUNT: 'Không thể xóa tài khoản admin!',
  OWN_ACCOUNT: 'Bạn không thể vô hiệu hóa hoặc xóa tài khoản của chính mình',
  LAST_ADMIN: 'Không thể vô hiệu hóa hoặc xóa quản trị viên cuối cùng đang hoạt động',

  // Administrators
  ADMINISTRATOR_NOT_FOUND: 'Không tìm thấy quản trị viên này',
  /** What the caller can do with the own account is on its own screen. */
  OWN_ADMINISTRATOR: 'Với tài khoản của chính bạn, hãy dùng trang Tài khoản',
  INVITATION_NOT_FOUND: 'Không tìm thấy lời mời này, có thể liên kết đã bị sao chép thiếu',
  INVITATION_EXPIRED: 'Lời mời này đã hết hạn, hãy xin một liên kết mới',
  INVITATION_USED: 'Lời mời này đã được dùng, mỗi liên kết chỉ dùng được một lần',
  INVITATION_WITHDRAWN: 'Lời mời này đã bị thu hồi, hãy xin một liên kết mới',
  TOO_MANY_INVITATIONS: `Đã có ${INVITATIONS_MAX} lời mời đang chờ, hãy thu hồi bớt trước khi mời thêm`,
  TOO_MANY_INVITATION_CALLS: 'Bạn đã mở lời mời quá nhiều lần, vui lòng thử lại sau',

  // Posts and comments
  POST_NOT_FOUND: 'Không tìm thấy bài viết',
  POST_NOT_RESTORABLE: 'Đã quá thời gian hoàn tác, không thể khôi phục bài viết',
  TRAVEL_POST_NOT_FOUND: 'Không tìm thấy bài viết du lịch',
  TRAVEL_POST_NOT_RESTORABLE: 'Đã quá thời gian hoàn tác, không thể khôi phục bài viết du lịch',
  COMMENT_NOT_FOUND: 'Không tìm thấy bình luận',
  COMMENT_NOT_RESTORABLE: 'Đã quá thời gian hoàn tác, không thể khôi phục bình luận',

  // Reports
  REPORT_NOT_FOUND: 'Không tìm thấy báo cáo',
  /** `details.report` is the current report. */
  REPORT_CHANGED: 'Báo cáo vừa được quản trị viên khác thay đổi',
  REPORT_CLOSED: 'Báo cáo này đã xử lý xong, hãy mở lại trước khi đổi quy tắc',
  REPORTED_ITEM_NOT_FOUND: 'Không tìm thấy nội dung bị báo cáo',
  DECISION_KEY_REUSED: 'Mã quyết định đã được dùng cho một đối tượng khác',
  OWN_CASE: 'Bạn không thể tự xử lý tài khoản, nội dung hay báo cáo của chính mình, hãy nhờ quản trị viên khác',
  OWN_CONTENT: 'Bạn không thể báo cáo chính mình',
  REPORT_KEY_REUSED: 'Mã báo cáo đã được dùng cho một nội dung khác',
  TOO_MANY_REPORTS: 'Bạn đã gửi quá nhiều báo cáo, vui lòng thử lại sau',

  // Notifications
  NOTIFICATION_NOT_FOUND: 'Không tìm thấy thông báo',

  // Rules
  POLICY_NOT_FOUND: 'Không tìm thấy quy tắc này',
  /** Another one has the same key, or the same title, letter case and diacritics aside. */
  POLICY_EXISTS: 'Đã có quy tắc khác mang tên này',
  TOO_MANY_POLICIES: `Đã có đủ ${POLICIES_MAX} quy tắc, hãy sửa một quy tắc đã tắt thay vì thêm mới`,

  // Webhooks
  WEBHOOK_NOT_FOUND: 'Không tìm thấy webhook này',
  /** A private address, or no https. */
  WEBHOOK_URL_REJECTED: 'Máy chủ không gửi đến địa chỉ này: hãy dùng https:// và một máy chủ trên internet',
  WEBHOOK_HOST_UNKNOWN: 'Không tìm thấy máy chủ mang tên này, hãy kiểm tra lại địa chỉ',
  WEBHOOK_PAUSED: 'Webhook này đang tạm dừng',
  TOO_MANY_WEBHOOKS: `Đã có đủ ${WEBHOOKS_MAX} webhook, hãy xóa bớt trước khi thêm`,

  // Decisions
  SUBJECT_NOT_FOUND: 'Không tìm thấy đối tượng này, có thể nội dung hoặc tài khoản đã bị xóa',
  /** `details.subject` is the current one. */
  SUBJECT_CHANGED: 'Đối tượng này vừa được quản trị viên khác xử lý, hoặc vừa có báo cáo mới',
  /** `details.subject` is the present one. */
  SUBJECT_ASSIGNED: 'Quản trị viên khác đang phụ trách đối tượng này',
  SUBJECT_CLOSED: 'Đối tượng này không còn gì chờ xử lý',
  /** Gone, disabled, or no administrator. */
  ASSIGNEE_NOT_FOUND: 'Không tìm thấy quản trị viên này, hoặc tài khoản đã bị vô hiệu hóa',
  /** The rule is switched off. */
  POLICY_DISABLED: 'Quy tắc này đã tắt, vui lòng chọn quy tắc khác',
  /** A takedown of an account, or a penalty where there is no owner any more. */
  DECISION_IMPOSSIBLE: 'Hình thức xử lý này không áp dụng được cho đối tượng',
  DECISION_NOT_FOUND: 'Không tìm thấy quyết định này',
  /** The ten seconds without one are over. */
  UNDO_REASON_REQUIRED: 'Vui lòng ghi lý do hủy quyết định',

  // Recent actions
  /** Not the caller's own, or older than it is listed. */
  RECENT_ACTION_NOT_FOUND: 'Không tìm thấy việc này trong 24 giờ qua của bạn',
  ACTION_CHANGED: 'Đã có thay đổi khác sau việc này nên không hoàn tác, để không ghi đè lên thay đổi đó',
  ACTION_NOT_UNDOABLE: 'Việc này không thể hoàn tác',

  // Actions on many subjects
  BULK_NOT_FOUND: 'Không tìm thấy lượt xử lý này',
  BULK_EMPTY: 'Không có mục nào để xử lý',
  BULK_TOO_LARGE: `Có hơn ${BULK_MAX} mục, hãy thu hẹp bộ lọc`,
  /** `details.total` is the present number. */
  BULK_TOTAL_CHANGED: 'Số mục khớp vừa thay đổi, vui lòng xác nhận lại',
  BULK_TERM_TOO_SHORT: 'Từ khóa quá ngắn để chọn tất cả, hãy nhập ít nhất 3 chữ liền nhau',
  BULK_NOT_UNDOABLE: 'Không còn gì để hoàn tác, hoặc đã quá 24 giờ',
  /** Reasons for which one of the subjects is left alone. */
  BULK_PROTECTED: 'Tài khoản quản trị không bị xử lý hàng loạt',
  BULK_NO_EFFECT: 'Đã như vậy từ trước',
  BULK_ALREADY_UNDONE: 'Đã được hoàn tác riêng trước đó',

  // Internal notes
  NOTE_NOT_FOUND: 'Không tìm thấy ghi chú hoặc nhãn này, hoặc bạn không phải người viết',
  NOTE_END_PASSED: 'Thời điểm hết hạn phải ở tương lai',
  TAG_EXISTS: 'Đối tượng đã có nhãn này',
  NOTES_FULL: 'Đối tượng đã có 1.000 ghi chú, hãy xóa bớt trước khi thêm',
  TAGS_FULL: 'Đối tượng đã có 20 nhãn, hãy bỏ bớt trước khi thêm',

  // Appeals
  NOTICE_NOT_FOUND: 'Không tìm thấy thông báo này',
  /** The notice says nothing that one can object to. */
  APPEAL_IMPOSSIBLE: 'Thông báo này không thể khiếu nại',
  APPEAL_EXISTS: 'Bạn đã khiếu nại quyết định này rồi',
  APPEAL_TOO_LATE: 'Đã hết thời hạn khiếu nại quyết định này',
  /** It was taken back already. */
  APPEAL_UNNEEDED: 'Quyết định này đã được hủy nên không cần khiếu nại nữa',
  APPEAL_NOT_FOUND: 'Không tìm thấy khiếu nại này',
  /** `details.appeal` is the present one. */
  APPEAL_DECIDED: 'Khiếu nại này vừa được xử lý',

  // Saved views
  SAVED_VIEW_NOT_FOUND: 'Không tìm thấy chế độ xem này',
  /** Another one of the same owner has this name, letter case and diacritics aside. */
  SAVED_VIEW_EXISTS: 'Đã có chế độ xem mang tên này',
  TOO_MANY_SAVED_VIEWS: `Đã có đủ ${SAVED_VIEWS_MAX} chế độ xem, hãy xóa bớt trước khi thêm`,

  // Chat
  ...chatErrors,
  ...conversationsErrors,
  ...cannedRepliesErrors,
} as const;
export type ErrorCode = keyof typeof errorMessages;
