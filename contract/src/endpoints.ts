import { exportAuditEntries, listAuditActors, listAuditEntries } from './audit/audit.endpoints.ts';
import { login, loginUser, logout } from './auth/auth.endpoints.ts';
import type { Endpoint } from './lib/endpoint.ts';
import {
  countUnreadNotifications,
  deleteAllNotifications,
  deleteNotification,
  listNotifications,
  markAllNotificationsRead,
  markNotificationRead,
} from './notifications/notifications.endpoints.ts';
import {
  deleteComment,
  deletePost,
  deleteTravelPost,
  getComment,
  getPost,
  getTravelPost,
  listUserPosts,
  listUserTravelPosts,
  restoreComment,
  restorePost,
  restoreTravelPost,
} from './posts/posts.endpoints.ts';
import { getDashboardStats } from './stats/stats.endpoints.ts';
import {
  deleteUser,
  disableUser,
  enableUser,
  getUserDetail,
  getUserStatus,
  listUsers,
  searchUsers,
} from './users/users.endpoints.ts';

/** Every call of the wire contract. The server refuses to be built without a handler for each. */
export const endpoints: readonly Endpoint[] = [
  login,
  loginUser,
  logout,
  getDashboardStats,
  listUsers,
  searchUsers,
  getUserStatus,
  disableUser,
  enableUser,
  deleteUser,
  getUserDetail,
  listUserPosts,
  listUserTravelPosts,
  deletePost,
  deleteTravelPost,
  restoreTravelPost,
  restorePost,
  deleteComment,
  restoreComment,
  getPost,
  getTravelPost,
  getComment,
  listNotifications,
  countUnreadNotifications,
  markAllNotificationsRead,
  markNotificationRead,
  deleteNotification,
  deleteAllNotifications,
  listAuditEntries,
  listAuditActors,
  exportAuditEntries,
];
