import type { UserSummary } from '@hai-dang/contract/users/users.schema.ts';
import { type CsvColumns, csvTime } from '../lib/csv.ts';

function stateOf({ vohieuhoa, disabledUntil }: UserSummary): string {
  if (!vohieuhoa) return 'Bình thường';
  return disabledUntil ? 'Tạm khóa' : 'Đã vô hiệu hóa';
}

/** The user list as a file. */
export const USER_COLUMNS: CsvColumns<UserSummary> = [
  ['Tên', (user) => user.username],
  ['Email', (user) => user.email],
  ['Xác minh danh tính', (user) => (user.xacMinhDanhTinh ? 'Đã xác minh' : 'Chưa xác minh')],
  ['Vai trò', (user) => (user.role === 'admin' ? 'Quản trị viên' : 'Người dùng')],
  ['Trạng thái', stateOf],
  ['Tạm khóa đến (giờ Việt Nam)', (user) => csvTime(user.disabledUntil)],
  ['Tạo lúc (giờ Việt Nam)', (user) => csvTime(user.createdAt)],
  ['Mã người dùng', (user) => user._id],
];
