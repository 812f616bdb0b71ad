import { expect, test } from 'vitest';
import { pendingToasts, takeToasts, toast } from './toast.ts';

const textsOf = (toasts: ReturnType<typeof takeToasts>) => toasts.map(({ tone, text }) => `${tone} ${text}`);

test('takeToasts: returns a toast that was added after the render too, and each one once', () => {
  toast.success('Đã giữ nguyên quyết định');
  const rendered = pendingToasts.get();
  toast.info('Hết khiếu nại chờ bạn xử lý');
  expect(textsOf(rendered)).toEqual(['success Đã giữ nguyên quyết định']);
  expect(textsOf(takeToasts())).toEqual(['success Đã giữ nguyên quyết định', 'info Hết khiếu nại chờ bạn xử lý']);
  expect(pendingToasts.get()).toEqual([]);
  expect(takeToasts()).toEqual([]);
});
