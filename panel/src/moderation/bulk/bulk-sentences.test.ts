import type { Bulk } from '@hai-dang/contract/moderation/bulk.schema.ts';
import type { BulkPreview } from '@hai-dang/contract/moderation/bulk-start.schema.ts';
import { expect, test } from 'vitest';
import type { BulkRequest } from './bulk.overlays.ts';
import { firstChoice, toBody } from './bulk-choice.ts';
import { consequenceTexts, fractionOf, namesText, progressText } from './bulk-sentences.ts';

const NOW = Date.parse('2026-11-25T08:00:00.000Z');
const PREVIEW: BulkPreview = { total: 3, reports: null, names: ['Lan', 'Mai'], protected: 0 };
const REQUEST: BulkRequest = { action: 'suspend', target: { kind: 'users', ids: ['u1', 'u2', 'u3'] }, name: '' };
const bulk = (fields: Partial<Bulk>): Bulk => ({
  _id: 'b1',
  action: { kind: 'suspend', days: 7 },
  policy: null,
  total: 500,
  done: 0,
  skipped: 0,
  failed: 0,
  state: 'running',
  stopReason: null,
  startedBy: { _id: 'a1', username: 'Lan' },
  startedAt: '2026-11-25T08:00:00.000Z',
  endedAt: null,
  undo: { until: null, state: 'none', by: null, done: 0, skipped: 0 },
  ...fields,
});

test('namesText: some names and the number of the others', () => {
  expect(namesText(REQUEST, PREVIEW)).toBe('Lan, Mai và 1 tài khoản khác');
  expect(namesText(REQUEST, { ...PREVIEW, total: 2 })).toBe('Lan, Mai');
  const content = { target: { kind: 'content' } } as BulkRequest;
  expect(namesText(content, { ...PREVIEW, total: 4 })).toBe('Lan, Mai và 2 mục khác');
  expect(namesText(content, { ...PREVIEW, names: [], total: 1 })).toBe('1 mục');
});

test('consequenceTexts: contains accounts, duration, points and letters', () => {
  const choice = firstChoice({ policy: 'spam' });
  const rule = { points: 2, expiresDays: 30 };
  const [main, points, closed, letters] = consequenceTexts(REQUEST, choice, PREVIEW, rule, NOW);
  expect(main).toMatch(/^3 tài khoản bị tạm khóa 7 ngày, đến 15:00 /);
  expect(closed).toContain('Đã xử lý');
  expect(points).toContain('2 điểm');
  expect(letters).toContain('nhận một thư');
  expect(consequenceTexts(REQUEST, { ...choice, days: '' }, PREVIEW, undefined, NOW).join()).not.toContain('ngày, đến');
});

test('consequenceTexts: no violation → one sentence with the reports, the letters and the undo', () => {
  const request = { action: 'no_violation', target: { kind: 'content' }, name: '' } as BulkRequest;
  const preview = { ...PREVIEW, reports: 31 };
  const texts = (sendsLetters: boolean) =>
    consequenceTexts(request, { ...firstChoice({}), sendsLetters }, preview, undefined, NOW);
  expect(texts(true)).toEqual([
    '31 báo cáo đang mở bị từ chối, nội dung đang ẩn tạm hiện lại, mỗi người báo cáo nhận một thư theo mẫu; hoàn tác được trong 24 giờ.',
  ]);
  expect(texts(false).join()).toContain('không ai nhận thư');
  expect(
    texts(true).concat(consequenceTexts({ ...request, leftOut: 2 }, firstChoice({}), preview, undefined, NOW)),
  ).toContain('2 đối tượng đã chọn không có báo cáo đang mở.');
});

test('toBody: without letters, and with the displayed number', () => {
  const target = { kind: 'user_filter', searchTerm: 'lan', filters: {} } as never;
  const choice = { ...firstChoice({}), sendsLetters: false };
  expect(toBody({ ...REQUEST, target }, choice, 12, NOW).data).toMatchObject({
    action: { kind: 'suspend', days: 7 },
    target: { expectedTotal: 12 },
    policy: null,
    letters: { owner: null, reporters: null },
  });
  expect(toBody(REQUEST, { ...choice, days: 'bảy' }, 3, NOW).success).toBe(false);
});

test('progressText: running, stopped, ended, being undone and undone', () => {
  expect(progressText(bulk({ done: 118, skipped: 2 }))).toBe('Đang tạm khóa 120/500');
  expect(progressText(bulk({ state: 'stopped', done: 120 }))).toBe('Đã dừng: 120/500');
  expect(progressText(bulk({ state: 'done', done: 497, skipped: 3 }))).toBe('Xong: 497, bỏ qua 3');
  const undo = { until: null, by: null, done: 40, skipped: 1 };
  expect(progressText(bulk({ state: 'done', done: 497, undo: { ...undo, state: 'running' } }))).toBe(
    'Đang hoàn tác 41/497',
  );
  expect(progressText(bulk({ state: 'done', done: 41, undo: { ...undo, state: 'done' } }))).toBe(
    'Đã hoàn tác 40, giữ nguyên 1',
  );
});

test('fractionOf: the done part of a running action', () => {
  expect(fractionOf(bulk({ done: 125 }))).toBe(0.25);
  expect(fractionOf(bulk({ state: 'done', done: 500 }))).toBeNull();
});
