/** What can go wrong on any call: code → message shown to a person. */
export const commonErrors = {
  VALIDATION_FAILED: 'Dữ liệu gửi lên không hợp lệ',
  MALFORMED_REQUEST: 'Yêu cầu gửi lên không đọc được',
  MALFORMED_JSON: 'Nội dung gửi lên không phải JSON hợp lệ',
  UNSUPPORTED_MEDIA_TYPE: 'Định dạng dữ liệu không được hỗ trợ',
  BODY_TOO_LARGE: 'Dữ liệu gửi lên quá lớn',
  ROUTE_NOT_FOUND: 'Không tìm thấy đường dẫn',
  INVALID_CURSOR: 'Vị trí trang không hợp lệ, vui lòng tải lại danh sách',
  TOO_MANY_CALLS: 'Bạn thao tác quá nhanh, vui lòng thử lại sau giây lát',
  SERVICE_UNAVAILABLE: 'Hệ thống đang tạm gián đoạn, vui lòng thử lại sau',
  INTERNAL_ERROR: 'Đã xảy ra lỗi, vui lòng thử lại sau',
} as const;
