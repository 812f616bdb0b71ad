/** Texts of the screen with the administrators. */
export const administratorsStrings = {
  title: 'Quản trị viên',
  intro: 'Những người đăng nhập được vào trang này. Mọi thay đổi cần nhập lại mật khẩu và có trong Nhật ký.',
  total: (administrators: string, invitations: string) =>
    invitations === '0'
      ? `${administrators} quản trị viên`
      : `${administrators} quản trị viên · ${invitations} lời mời`,
  table: 'Danh sách quản trị viên',
  columns: {
    administrator: 'Quản trị viên',
    lastUsed: 'Dùng lần cuối',
    sessions: 'Phiên',
    secondFactor: 'Hai lớp',
    state: 'Trạng thái',
    buttons: 'Thao tác',
  },
  you: 'Bạn',
  invitedBy: 'Người mời:',
  notLately: 'Không trong 30 ngày qua',
  sessions: (count: string) => `${count} phiên`,
  lastUsed: 'Dùng',
  secondFactorOn: 'Đã bật',
  secondFactorOff: 'Chưa bật',
  secondFactor: 'Xác thực hai lớp:',
  states: { active: 'Đang hoạt động', disabled: 'Đã tắt', invited: 'Đã mời' },
  until: (time: string) => `đến ${time}`,

  loadingList: 'Đang tải quản trị viên...',
  loadingMore: 'Đang tải thêm...',
  endOfList: 'Đã hiển thị toàn bộ quản trị viên',
  listFailed: 'Không thể tải quản trị viên',
  empty: 'Chưa có quản trị viên nào',

  actionsOf: (name: string) => `Thao tác với ${name}`,
  toAccount: 'Mở trang Tài khoản',
  endSessions: 'Kết thúc mọi phiên',
  resetSecondFactor: 'Gỡ xác thực hai lớp',
  switchOff: 'Tắt quản trị viên',
  switchOn: 'Bật lại quản trị viên',
  newLink: 'Tạo liên kết mới',
  withdraw: 'Thu hồi lời mời',

  endSessionsQuestion: 'Kết thúc mọi phiên đăng nhập của',
  endSessionsConsequence: (count: string) =>
    `${count} phiên sẽ bị đăng xuất ngay. Người này vẫn là quản trị viên và đăng nhập lại được.`,
  sessionsEnded: (name: string) => `Đã kết thúc mọi phiên của “${name}”`,
  endSessionsFailed: 'Không thể kết thúc các phiên',
  resetQuestion: 'Gỡ xác thực hai lớp của',
  resetConsequence:
    'Chỉ làm vậy khi chính người này báo mất điện thoại và mã khôi phục. Mọi phiên kết thúc; lần đăng nhập sau chỉ cần mật khẩu.',
  secondFactorReset: (name: string) => `Đã gỡ xác thực hai lớp của “${name}”`,
  resetFailed: 'Không thể gỡ xác thực hai lớp',
  switchOffQuestion: 'Tắt quản trị viên',
  switchOffConsequence:
    'Người này bị đăng xuất ngay ở mọi nơi, không đăng nhập được nữa, và những việc đang phụ trách được trả lại. Bạn có thể bật lại bất cứ lúc nào.',
  switchedOff: (name: string) => `Đã tắt quản trị viên “${name}”`,
  switchOffFailed: 'Không thể tắt quản trị viên',
  switchedOn: (name: string) => `Đã bật lại quản trị viên “${name}”`,
  switchOnFailed: 'Không thể bật lại quản trị viên',
  withdrawQuestion: 'Thu hồi lời mời gửi',
  withdrawConsequence: 'Liên kết đã gửi sẽ không dùng được nữa. Bạn có thể mời lại bằng một liên kết mới.',
  withdrawn: (email: string) => `Đã thu hồi lời mời gửi “${email}”`,
  withdrawFailed: 'Không thể thu hồi lời mời',

  invite: 'Mời quản trị viên',
  email: 'Email của người được mời',
  emailHint: 'Người này đăng nhập bằng email đó. Liên kết dùng được một lần, trong 24 giờ.',
  createLink: 'Tạo liên kết mời',
  inviteFailed: 'Không thể tạo lời mời',
  linkReady: 'Liên kết mời cho',
  link: 'Liên kết mời',
  linkHint: (until: string) =>
    `Gửi liên kết này riêng cho người được mời. Nó chỉ hiện một lần ở đây, dùng được một lần, đến ${until}.`,
  copyLink: 'Sao chép liên kết',
  linkSaved: 'Xong',
} as const;
