import { expect, test } from 'vitest';
import { sessionEndText } from './session-end-text.ts';

test.each([
  ['/admin/dashboard', 'Phiên làm việc đã hết hạn, vui lòng đăng nhập lại'],
  ['/admin/reports', 'Phiên đăng nhập đã hết hạn, vui lòng đăng nhập lại'],
  ['/admin/reports/65f0', 'Phiên đăng nhập đã hết hạn, vui lòng đăng nhập lại'],
  ['/admin/users/65f0', 'Phiên đăng nhập đã hết hạn'],
  ['/admin/chat', 'Phiên đăng nhập đã hết hạn'],
])('sessionEndText: on %s "%s"', (path, text) => {
  expect(sessionEndText(path)).toBe(text);
});
