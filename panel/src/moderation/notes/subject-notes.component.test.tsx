import { createNote, createTag, listNotes, removeNote } from '@hai-dang/contract/moderation/notes.endpoints.ts';
import type { InternalNote } from '@hai-dang/contract/moderation/notes.schema.ts';
import { listUsers } from '@hai-dang/contract/users/users.endpoints.ts';
import { expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { pressInComposition } from '../../testing/composition.ts';
import { expectAccessible } from '../../testing/expect-accessible.ts';
import { renderPanel } from '../../testing/render-panel.tsx';
import { ErrorResponse, respondTo } from '../../testing/responses.ts';
import { lastPage, SAMPLE_USER } from '../../testing/samples.ts';
import { testStates } from '../../testing/screen-states.tsx';
import { SubjectNotes } from './subject-notes.tsx';

const TEXT = 'Không được mất';
const FAILED = 'Không thể tải ghi chú';
const SAVE_FAILED = 'Chưa lưu được ghi chú. Những gì bạn viết vẫn còn, hãy thử lại.';

const noteOf = (index: number, fields: Partial<InternalNote> = {}): InternalNote => ({
  _id: `note-${index}`,
  kind: 'noted',
  at: '2026-11-21T00:00:00.000Z',
  actor: { _id: 'admin', username: 'Quản trị' },
  note: `Ghi chú số ${index}`,
  until: null,
  ...fields,
});
const TAG = noteOf(100, { kind: 'tagged', note: 'Nhà báo', until: '2027-01-21T00:00:00.000Z' });
const pageOf = (data: InternalNote[], nextCursor: string | null = null) => ({
  success: true as const,
  data,
  tags: [TAG],
  pagination: { nextCursor },
});
const notes = () => <SubjectNotes subject={{ itemType: 'Post', itemId: 'post' }} />;

testStates('SubjectNotes', {
  render: notes,
  endpoint: listNotes,
  filled: pageOf([noteOf(1, { note: 'khôngcóchỗxuốngdòng'.repeat(20) }), noteOf(2, { until: TAG.until })]),
  shows: 'Ghi chú số 2',
  empty: { response: { ...pageOf([]), tags: [] }, says: 'Chưa có ghi chú nào' },
  loading: 'Đang tải ghi chú...',
  failed: FAILED,
  hidesReason: true,
});

test('SubjectNotes: a further page that fails leaves the notes, and a retry loads the rest', async () => {
  let isFailing = true;
  respondTo(listNotes, ({ body }) => {
    if (!body.cursor) return pageOf([noteOf(1), noteOf(2)], 'next');
    if (isFailing) throw new ErrorResponse('INTERNAL_ERROR');
    return pageOf([noteOf(3)]);
  });
  const page = await renderPanel(notes());
  const rows = page.getByRole('list', { name: 'Các ghi chú' }).getByRole('listitem');
  await page.getByRole('button', { name: 'Xem ghi chú cũ hơn' }).click();
  await expect.element(page.getByRole('alert').getByText(FAILED)).toBeVisible();
  await expect.element(rows).toHaveLength(2);
  isFailing = false;
  await page.getByRole('button', { name: 'Thử lại' }).click();
  await expect.element(rows).toHaveLength(3);
  await expect.element(page.getByText('Đã hiển thị mọi ghi chú')).toBeVisible();
});

test('SubjectNotes: a note that fails to be saved stays, over leaving the screen too, and is saved by a further press', async () => {
  const stored = [noteOf(1)];
  respondTo(listNotes, () => pageOf(stored));
  let isFailing = true;
  respondTo(createNote, ({ body }) => {
    if (isFailing) throw new TypeError('Failed to fetch');
    stored.unshift(noteOf(2, { note: body.text }));
    return { success: true, data: noteOf(2, { note: body.text }) };
  });
  const left = await renderPanel(notes());
  await left.getByLabelText('Viết ghi chú').fill(TEXT);
  await left.getByRole('button', { name: 'Lưu ghi chú' }).click();
  await expect.element(left.getByRole('alert').getByText(SAVE_FAILED)).toBeVisible();
  await expect.element(left.getByLabelText('Viết ghi chú')).toHaveValue(TEXT);
  await expectAccessible('a note that is not saved');
  await left.unmount();

  const page = await renderPanel(notes());
  await expect.element(page.getByLabelText('Viết ghi chú')).toHaveValue(TEXT);
  isFailing = false;
  await page.getByRole('button', { name: 'Lưu ghi chú' }).click();
  await expect.element(page.getByText('Đã lưu', { exact: true })).toBeVisible();
  await expect.element(page.getByLabelText('Viết ghi chú')).toHaveValue('');
  await expect.element(page.getByRole('list', { name: 'Các ghi chú' }).getByRole('listitem')).toHaveLength(2);
});

test('SubjectNotes: colleagues that fail to load are said in the list, and are loaded with the next sign', async () => {
  respondTo(listNotes, () => pageOf([]));
  let isFailing = true;
  respondTo(listUsers, () => {
    if (isFailing) throw new ErrorResponse('INTERNAL_ERROR');
    return lastPage([{ ...SAMPLE_USER, role: 'admin', username: 'Đỗ Bình' }]);
  });
  const page = await renderPanel(notes());
  const field = page.getByLabelText('Viết ghi chú');
  await field.click();
  await userEvent.keyboard('@');
  await expect.element(page.getByText('Không tải được danh sách quản trị viên, hãy thử lại').last()).toBeVisible();
  isFailing = false;
  await userEvent.keyboard('{Escape} @');
  await expect.element(page.getByRole('option', { name: 'Đỗ Bình' })).toBeVisible();
  await expectAccessible('notes with the list of colleagues');
});

test('SubjectNotes: a missing tag, a missing day and a tag in use have an error, and the text stays', async () => {
  respondTo(listNotes, () => pageOf([]));
  respondTo(createTag, () => {
    throw new ErrorResponse('TAG_EXISTS');
  });
  const page = await renderPanel(notes());
  await page.getByRole('button', { name: 'Thêm nhãn' }).click();
  const tag = page.getByRole('textbox', { name: 'Nhãn' });
  const save = page.getByRole('button', { name: 'Gắn nhãn' });
  await save.click();
  await expect.element(tag).toHaveAccessibleDescription(/Vui lòng nhập nhãn/);
  await tag.fill('Nhà báo');
  await page.getByLabelText('Hết hạn').selectOptions('Chọn ngày');
  await expectAccessible('notes with the form of a tag');
  await save.click();
  await expect.element(page.getByText('Vui lòng chọn ngày hết hạn từ hôm nay trở đi')).toBeVisible();
  await page.getByLabelText('Hết hạn').selectOptions('7 ngày');
  await save.click();
  await expect.element(tag).toHaveAccessibleDescription(/Đối tượng đã có nhãn này/);
  await expect.element(tag).toHaveValue('Nhà báo');
});

test('SubjectNotes: keys alone → a colleague is chosen from the list, a held key saves once, and undo brings the draft back', async () => {
  const stored: InternalNote[] = [];
  respondTo(listNotes, () => ({ ...pageOf(stored), tags: [] }));
  respondTo(createNote, ({ body }) => {
    const note = noteOf(stored.length, { note: body.text });
    stored.unshift(note);
    return { success: true, data: note };
  });
  respondTo(removeNote, () => {
    const [note] = stored.splice(0);
    return { success: true, data: note ?? noteOf(0) };
  });
  respondTo(listUsers, () =>
    lastPage(
      ['Trần Mai', 'Trần Mai Anh'].map((username) => ({
        ...SAMPLE_USER,
        _id: username,
        role: 'admin' as const,
        username,
      })),
    ),
  );
  const page = await renderPanel(notes());
  const field = page.getByLabelText('Viết ghi chú');
  const options = page.getByRole('listbox', { name: 'Quản trị viên' }).getByRole('option');
  await field.click();
  await userEvent.keyboard('@mai');
  await expect.element(options).toHaveLength(2);
  await pressInComposition('Enter');
  await expect.element(options).toHaveLength(2);
  await userEvent.keyboard('{Escape}');
  await expect.element(options).toHaveLength(0);
  await userEvent.keyboard(' @mai');
  await expect.element(options).toHaveLength(2);
  await userEvent.keyboard('{ArrowDown}');
  const chosen = page.getByRole('listbox', { name: 'Quản trị viên' }).getByRole('option', { selected: true });
  const name = chosen.element().textContent ?? '';
  expect(name).toBe(options.elements()[1]?.textContent);
  await userEvent.keyboard('{Tab}');
  const text = `@mai @${name}`;
  await expect.element(field).toHaveValue(`${text} `);
  await expect.element(field).toHaveFocus();
  await userEvent.keyboard('{Control>}{Enter>3/}{/Control}');
  await expect.element(page.getByRole('list', { name: 'Các ghi chú' }).getByRole('listitem')).toHaveLength(1);
  expect(stored).toHaveLength(1);
  await userEvent.keyboard('{Tab}{Enter}');
  await expect.element(field).toHaveValue(text);
  await expect.element(field).toHaveFocus();
  await expect.element(page.getByText('Chưa có ghi chú nào')).toBeVisible();
});
