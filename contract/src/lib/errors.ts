/** Error codes of the wire contract, each with its HTTP status and the message that a user reads. */
export type Errors = Readonly<Record<string, readonly [status: number, message: string]>>;

/** The errors of any call. */
export const callErrors = {
  VALIDATION_FAILED: [400, 'Dữ liệu gửi lên không hợp lệ'],
  MALFORMED_REQUEST: [400, 'Yêu cầu gửi lên không đọc được'],
  MALFORMED_JSON: [400, 'Nội dung gửi lên không phải JSON hợp lệ'],
  UNSUPPORTED_MEDIA_TYPE: [415, 'Định dạng dữ liệu không được hỗ trợ'],
  BODY_TOO_LARGE: [413, 'Dữ liệu gửi lên quá lớn'],
  ROUTE_NOT_FOUND: [404, 'Không tìm thấy đường dẫn'],
  /** `details.current` is the present record, as its endpoint returns it. */
  CHANGED: [409, 'Nội dung này vừa được quản trị viên khác thay đổi'],
  INVALID_CURSOR: [400, 'Vị trí trang không hợp lệ, vui lòng tải lại danh sách'],
  TOO_MANY_CALLS: [429, 'Bạn thao tác quá nhanh, vui lòng thử lại sau giây lát'],
  TOO_MANY_CONNECTIONS: [429, 'Mạng của bạn đang mở quá nhiều kết nối, vui lòng thử lại sau ít phút'],
  TOO_MANY_EXPORTS: [429, 'Bạn đang tải nhiều tệp CSV, hãy chờ một tệp tải xong'],
  TOO_MANY_LISTS: [429, 'Bạn đang tải quá nhiều danh sách cùng lúc, hãy chờ các danh sách trước tải xong'],
  SERVICE_UNAVAILABLE: [503, 'Hệ thống đang tạm gián đoạn, vui lòng thử lại sau'],
  INTERNAL_ERROR: [500, 'Đã xảy ra lỗi, vui lòng thử lại sau'],
} as const satisfies Errors;
