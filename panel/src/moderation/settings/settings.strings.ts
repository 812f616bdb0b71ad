import {
  APPEAL_DUE_MAX_HOURS,
  APPEAL_MAX_DAYS,
  DUE_MAX_HOURS,
  HIDING_REPORTERS_MAX,
  HIDING_REPORTERS_MIN,
  LADDER_STEPS_MAX,
} from '@hai-dang/contract/constants.ts';
import type { LadderStep } from '@hai-dang/contract/moderation/settings.schema.ts';

/** Texts of the screen with the settings of moderation. */
export const settingsStrings = {
  title: 'Thiết lập',
  intro: 'Áp dụng cho mọi quản trị viên, ngay sau khi lưu. Mỗi lần thay đổi được ghi vào nhật ký.',
  loading: 'Đang tải thiết lập...',
  loadFailed: 'Không thể tải thiết lập',

  ladder: 'Thang xử lý',
  ladderHint:
    'Khi xử lý vi phạm, hệ thống đề xuất theo tổng số điểm còn hạn của người dùng. Bạn luôn có thể chọn khác.',
  noSteps: 'Chưa có bậc nào: hệ thống không đề xuất gì.',
  step: (number: string) => `Bậc ${number}`,
  points: 'Từ (điểm)',
  action: 'Đề xuất',
  actions: { suspend: 'Tạm khóa', disable: 'Vô hiệu hóa' } satisfies Record<LadderStep['action'], string>,
  days: 'Số ngày',
  addStep: 'Thêm bậc',
  stepsFull: `Đã đủ ${LADDER_STEPS_MAX} bậc`,
  removeStep: (number: string) => `Xóa bậc ${number}`,

  due: 'Hạn xử lý báo cáo (giờ)',
  dueHint: `Từ 1 đến ${DUE_MAX_HOURS}, theo mức độ của quy tắc ứng với lý do báo cáo. Chỉ áp dụng cho đối tượng được mở từ nay.`,
  dueOf: (hours: string) => `Hạn xử lý báo cáo: ${hours}`,
  dueHoursOf: (severity: string, hours: string) => `${severity} ${hours} giờ`,

  appeals: 'Khiếu nại',
  appealDays: 'Thời hạn khiếu nại (ngày)',
  appealDaysHint: `Từ 1 đến ${APPEAL_MAX_DAYS}. Nội dung bị gỡ được giữ lại trong thời gian này. Chỉ áp dụng cho quyết định mới.`,
  appealDueHours: 'Hạn xử lý khiếu nại (giờ)',
  appealDueHoursHint: `Từ 1 đến ${APPEAL_DUE_MAX_HOURS}. Quá thời gian này, khiếu nại được ghi là quá hạn.`,

  automatic: 'Tự động',
  sealing: 'Tự đóng báo cáo lặp lại',
  sealingHint:
    'Nội dung đã được kết luận không vi phạm và chưa thay đổi: báo cáo mới với cùng lý do được đóng ngay, không cần xem lại.',
  hiding: 'Ẩn tạm nội dung bị nhiều người báo cáo',
  hidingHint:
    'Nội dung không hiện trên ứng dụng cho đến khi có quyết định. Không áp dụng cho tài khoản và nội dung của quản trị viên.',
  hidingReporters: 'Số người báo cáo khác nhau trong 24 giờ',
  hidingReportersHint: `Từ ${HIDING_REPORTERS_MIN} đến ${HIDING_REPORTERS_MAX}`,

  save: 'Lưu thiết lập',
  discard: 'Bỏ thay đổi',
  saved: 'Đã lưu thiết lập',
  saveFailed: 'Không thể lưu thiết lập',
  conflict: 'Quản trị viên khác vừa thay đổi thiết lập. Nội dung bạn nhập vẫn được giữ.',
  ladderOf: (steps: string) => `Thang xử lý: ${steps}`,
  noLadder: 'không có bậc nào',
  stepOf: (points: string, what: string) => `${points} điểm → ${what}`,
  suspendFor: (days: string) => `tạm khóa ${days} ngày`,
  disable: 'vô hiệu hóa',
  appealsOf: (days: string, hours: string) => `Khiếu nại trong ${days} ngày, xử lý trong ${hours} giờ`,
  sealingIs: (isOn: boolean) => `Tự đóng báo cáo lặp lại: ${isOn ? 'bật' : 'tắt'}`,
  hidingIs: (isOn: boolean, reporters: string) => `Ẩn tạm: ${isOn ? `bật, từ ${reporters} người báo cáo` : 'tắt'}`,
};
