import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { toChanges } from './audit-changes.ts';

const table = (before: Record<string, unknown> | null, after: Record<string, unknown> | null) =>
  toChanges({ before, after }).map((change) => [change.label, change.before, change.after]);

describe('toChanges', () => {
  test('returns the fields that differ, with labels', () => {
    expect(table({ isDisabled: false, email: 'a@example.com' }, { isDisabled: true, email: 'a@example.com' })).toEqual([
      ['Vô hiệu hóa', 'Không', 'Có'],
    ]);
    expect(table({ status: 'pending' }, { status: 'resolved' })).toEqual([['Trạng thái', 'Chờ xử lý', 'Đã xử lý']]);
  });

  test('returns all fields of a deleted row, and all of a new one', () => {
    expect(table({ title: 'Hội An', likes_count: 3, category: null, content: '' }, null)).toEqual([
      ['Tiêu đề', 'Hội An', '–'],
      ['Lượt thích', '3', '–'],
    ]);
    expect(table(null, { role: 'admin' })).toEqual([['Vai trò', '–', 'Quản trị viên']]);
  });

  test('gives a field the same label in either spelling, and an unknown one its own name', () => {
    expect(table({ author_id: '1', _id: '2', moon_phase: 'x' }, { authorId: '3' })).toEqual([
      ['Mã tác giả', '1', '–'],
      ['Mã', '2', '–'],
      ['moon_phase', 'x', '–'],
      ['Mã tác giả', '–', '3'],
    ]);
  });

  test('formats a time in Vietnam’s time zone, and leaves lists unchanged', () => {
    expect(table({ deletedAt: '2026-11-20T17:30:05.678Z', image_urls: ['a', 'b'] }, { deletedAt: null })).toEqual([
      ['Xóa lúc', '21/11/2026 00:30:05', '–'],
      ['Hình ảnh', '["a","b"]', '–'],
    ]);
  });

  test('translates the severity and the actions of a rule', () => {
    expect(
      table(
        { severity: 2, points: 2, defaultActions: ['takedown', 'warn'] },
        { severity: 4, points: 9, defaultActions: [] },
      ),
    ).toEqual([
      ['Mức độ', 'Vừa', 'Rất nặng'],
      ['Điểm vi phạm', '2', '9'],
      ['Xử lý thường dùng', 'Gỡ nội dung, Cảnh cáo', '–'],
    ]);
  });

  test('accepts any values', () => {
    const state = fc.option(
      fc.dictionary(
        fc.oneof(fc.string(), fc.constantFrom('constructor', 'toString', 'status', 'createdAt')),
        fc.oneof(fc.jsonValue(), fc.constantFrom('toString', '__proto__', '9999-99-99T99:99:99Z')),
      ),
    );
    fc.assert(
      fc.property(state, state, (before, after) => {
        for (const change of toChanges({ before, after })) {
          for (const text of Object.values(change)) expect(typeof text).toBe('string');
          expect(change.before).not.toBe(change.after);
        }
        expect(toChanges({ before, after: before })).toEqual([]);
      }),
    );
  });
});
