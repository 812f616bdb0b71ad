import { expect, test } from 'vitest';
import { routeAt, sessionExpiredText } from './routes.tsx';

test.each([
  ['/', '/admin/dashboard'],
  ['/login', '/admin/dashboard'],
  ['/admin', '/admin/dashboard'],
  ['/admin/', '/admin/dashboard'],
  ['/admin/dashboard/', '/admin/dashboard'],
  ['/admin/users', '/admin/users'],
  ['/admin/users/65f0', '/admin/users/:id'],
  ['/admin/users/65f0/', '/admin/users/:id'],
  ['/admin/content/Post/65f0', '/admin/content/:itemType/:id'],
  ['/admin/users/65f0/posts', undefined],
  ['/admin/userss', undefined],
  ['/admins', undefined],
  ['/docs', undefined],
])('routeAt: %s is %s', (path, expected) => {
  expect(routeAt(path)?.path).toBe(expected);
});

test.each([
  ['/admin/dashboard', 'Phiên làm việc đã hết hạn, vui lòng đăng nhập lại'],
  ['/admin/reports', 'Phiên đăng nhập đã hết hạn, vui lòng đăng nhập lại'],
  ['/admin/reports/65f0', 'Phiên đăng nhập đã hết hạn, vui lòng đăng nhập lại'],
  ['/admin/users/65f0', 'Phiên đăng nhập đã hết hạn'],
  ['/admin/chat', 'Phiên đăng nhập đã hết hạn'],
])('sessionExpiredText: on %s "%s"', (path, text) => {
  expect(sessionExpiredText(path)).toBe(text);
});
