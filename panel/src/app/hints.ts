import { ADMIN_ROUTES } from './routing/routes.tsx';

type HintedScreen = Exclude<keyof typeof ADMIN_ROUTES, 'help'>;

/** The section of the guide (docs/huong-dan.md) about each screen. */
export const GUIDE_SECTIONS: Readonly<Record<HintedScreen, string>> = {
  dashboard: 'tổng-quan',
  users: 'người-dùng',
  userDetail: 'hồ-sơ-vi-phạm',
  reports: 'danh-sách',
  reportDetail: 'một-báo-cáo',
  chat: 'chat',
  appeals: 'khiếu-nại',
  content: 'nội-dung',
  contentDetail: 'nội-dung',
  policies: 'quy-tắc',
  settings: 'thiết-lập',
  performance: 'thống-kê',
  administrators: 'quản-trị-viên',
  audit: 'nhật-ký',
  notifications: 'thông-báo-và-âm-báo',
  account: 'tài-khoản-của-bạn',
};

/** The screen with this path in the route table, if it has a hint. */
export const hintedScreen = (path: string): HintedScreen | undefined =>
  (Object.keys(GUIDE_SECTIONS) as HintedScreen[]).find((name) => ADMIN_ROUTES[name].path === path);
