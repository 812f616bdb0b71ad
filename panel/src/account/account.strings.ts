import type { Density } from '@hai-dang/contract/account/preferences.schema.ts';
import type { StartScreen } from '@hai-dang/contract/account/start-screens.ts';
import { NEW_PASSWORD_MIN_CHARS, TOTP_DIGITS } from '@hai-dang/contract/constants.ts';

/** Texts of the account screen. */
export const accountStrings = {
  title: 'Tài khoản',
  loading: 'Đang tải tài khoản...',
  loadFailed: 'Không thể tải tài khoản',
  unsupported: 'Máy chủ này chưa hỗ trợ quản lý tài khoản',
  unsupportedHint: 'Đổi mật khẩu, xác thực hai lớp và danh sách phiên đăng nhập cần một phiên bản máy chủ mới hơn.',
  setUpFirst: 'Bạn cần bật xác thực hai lớp trước khi tiếp tục',
  setUpFirstHint:
    'Máy chủ này yêu cầu mọi quản trị viên đăng nhập bằng hai lớp. Các trang khác mở lại ngay sau khi bật.',

  password: 'Mật khẩu',
  currentPassword: 'Mật khẩu hiện tại',
  newPassword: 'Mật khẩu mới',
  newPasswordHint: `Ít nhất ${NEW_PASSWORD_MIN_CHARS} ký tự; nhiều từ ghép lại dễ nhớ mà khó đoán. Các phiên đăng nhập khác sẽ kết thúc.`,
  changePassword: 'Đổi mật khẩu',
  passwordChanged: 'Đã đổi mật khẩu. Mọi phiên đăng nhập khác đã kết thúc.',
  passwordFailed: 'Không thể đổi mật khẩu',

  secondFactor: 'Xác thực hai lớp',
  isOff: 'Chưa bật',
  isOn: 'Đang bật',
  offHint:
    'Sau mật khẩu, mỗi lần đăng nhập sẽ cần thêm một mã từ ứng dụng xác thực trên điện thoại. Người khác dù biết mật khẩu của bạn vẫn không vào được.',
  since: 'Bật từ',
  codesLeft: (count: number) => `Còn ${count} mã khôi phục`,
  fewCodesHint:
    'Hãy tạo mã mới trước khi dùng hết: mất điện thoại mà không còn mã thì phải nhờ một quản trị viên khác hoặc người vận hành máy chủ.',
  begin: 'Bật xác thực hai lớp',
  beginFailed: 'Không thể bắt đầu thiết lập',
  scanTitle: '1. Quét mã bằng ứng dụng xác thực',
  scanHint:
    'Mở ứng dụng xác thực trên điện thoại (Google Authenticator, Microsoft Authenticator, 2FAS...), thêm tài khoản rồi quét mã này.',
  qrCode: 'Mã QR để thêm tài khoản này vào ứng dụng xác thực; khóa bằng chữ ở ngay bên dưới',
  typeHint: 'Không quét được? Nhập khóa này vào ứng dụng:',
  copySecret: 'Sao chép khóa',
  codeTitle: '2. Nhập mã mà ứng dụng hiển thị',
  code: `Mã ${TOTP_DIGITS} chữ số`,
  codeMissing: 'Vui lòng nhập mã xác thực',
  confirm: 'Xác nhận và bật',
  confirmFailed: 'Không thể bật xác thực hai lớp',

  renew: 'Tạo mã khôi phục mới',
  renewTitle: 'Tạo mã khôi phục mới',
  renewQuestion: 'Các mã khôi phục cũ sẽ không dùng được nữa.',
  renewConfirm: 'Tạo mã mới',
  renewFailed: 'Không thể tạo mã khôi phục',
  disable: 'Tắt xác thực hai lớp',
  disableTitle: 'Tắt xác thực hai lớp',
  disableQuestion: 'Tắt xác thực hai lớp của tài khoản',
  disableConsequence: 'Sau đó chỉ cần mật khẩu để đăng nhập. Các mã khôi phục cũng không dùng được nữa.',
  disabled: 'Đã tắt xác thực hai lớp',
  disableFailed: 'Không thể tắt xác thực hai lớp',

  codesTitle: 'Mã khôi phục',
  codesHint:
    'Khi không có điện thoại, mỗi mã thay cho mã xác thực một lần. Hãy cất ở nơi an toàn: các mã này chỉ hiện lần này.',
  copyCodes: 'Sao chép',
  downloadCodes: 'Tải xuống',
  codesSaved: 'Tôi đã lưu',
  codesFileName: 'hai-dang-ma-khoi-phuc.txt',
  codesFileTitle: (email: string) => `Mã khôi phục Hải Đăng của ${email}`,
  codesFileHint: 'Mỗi mã dùng được một lần thay cho mã của ứng dụng xác thực.',

  preferences: 'Tùy chọn',
  preferencesHint: 'Được lưu trên máy chủ, nên giống nhau ở mọi thiết bị của bạn.',
  reportImages: 'Ảnh trong báo cáo',
  reportImageChoices: { show: 'Hiện', blur: 'Làm mờ', grey: 'Đen trắng' },
  reportImagesHint:
    'Ảnh bị báo cáo có thể gây khó chịu. Khi làm mờ hoặc để đen trắng, nút “Xem ảnh” hiện riêng từng ảnh cho đến khi bạn rời trang.',
  startScreen: 'Trang mở đầu tiên sau khi đăng nhập',
  startScreens: { dashboard: 'Dashboard', users: 'Người dùng', reports: 'Báo cáo', chat: 'Chat' } satisfies Record<
    StartScreen,
    string
  >,
  density: 'Mật độ của danh sách',
  densities: { comfortable: 'Thoáng', compact: 'Gọn, nhiều dòng hơn' } satisfies Record<Density, string>,
  ways: 'Cách làm việc',
  opensNextReport: 'Mở báo cáo, khiếu nại kế tiếp sau khi quyết định',
  hasShortcuts: 'Bật phím tắt một phím',

  sessions: 'Phiên đăng nhập',
  sessionsHint: 'Những nơi tài khoản này đang đăng nhập. Hãy kết thúc phiên bạn không nhận ra, rồi đổi mật khẩu.',
  sessionsLoading: 'Đang tải phiên đăng nhập...',
  sessionsFailed: 'Không thể tải phiên đăng nhập',
  noSessions: 'Không có phiên đăng nhập nào',
  isCurrent: 'Phiên này',
  lastUsed: 'Dùng lần cuối',
  signedInAt: 'Đăng nhập',
  endSession: 'Kết thúc',
  endSessionOf: (device: string, address: string) => `Kết thúc phiên ${device}, ${address}`,
  endTitle: 'Kết thúc phiên',
  endQuestion: 'Kết thúc phiên đăng nhập trên',
  endConsequence: (address: string) => `Thiết bị ở địa chỉ ${address} sẽ bị đăng xuất ngay.`,
  ended: (device: string) => `Đã kết thúc phiên trên ${device}`,
  endFailed: 'Không thể kết thúc phiên',
  endOthers: 'Kết thúc mọi phiên khác',
  endOthersQuestion: 'Kết thúc mọi phiên khác của',
  endOthersConsequence: (count: number) => `${count} phiên sẽ bị đăng xuất ngay. Phiên này vẫn tiếp tục.`,
  endedOthers: (count: number) => `Đã kết thúc ${count} phiên`,
} as const;
