import { defineEndpoint } from '@hai-dang/contract/lib/endpoint.ts';
import { expect, test } from 'vitest';
import { guideUrl } from '../../../docs/huong-dan.md?guide';
import { expectAccessible } from '../testing/expect-accessible.ts';
import { renderPanel } from '../testing/render-panel.tsx';
import { ErrorResponse, respondTo } from '../testing/responses.ts';
import { testStates } from '../testing/screen-states.tsx';
import { type Guide, guideSchema } from './guide.ts';
import { HelpScreen } from './help-screen.tsx';

/** The file of the guide, as if it were a call. */
const guideFile = defineEndpoint({
  name: 'guideFile',
  feature: 'guide',
  method: 'GET',
  path: guideUrl,
  access: 'public',
  summary: 'The guide',
  mutates: false,
  response: guideSchema,
});
const GUIDE: Guide = {
  intro: [{ tag: 'p', children: ['Dành cho quản trị viên.'] }],
  sections: [
    { id: 'quy-tac', level: 2, title: 'Quy tắc', body: [{ tag: 'p', children: ['Điểm vi phạm của một quy tắc.'] }] },
    {
      id: 'phim-tat',
      level: 3,
      title: 'Phím tắt',
      body: [{ tag: 'p', children: ['Nhấn ', { tag: 'code', children: ['?'] }, ' để xem phím.'] }],
    },
  ],
};
const screen = () => <HelpScreen />;

testStates('HelpScreen', {
  render: screen,
  endpoint: guideFile,
  filled: GUIDE,
  shows: 'Dành cho quản trị viên.',
  loading: 'Đang tải hướng dẫn...',
  failed: 'Không thể tải hướng dẫn',
  hidesReason: true,
});

test('HelpScreen: a failed load suggests to reload the page', async () => {
  respondTo(guideFile, () => {
    throw new ErrorResponse('INTERNAL_ERROR');
  });
  const page = await renderPanel(screen());
  const alert = page.getByRole('alert');
  await expect.element(alert.getByText('Nếu thử lại vẫn không được, hãy tải lại trang.')).toBeVisible();
});

test('HelpScreen: a search with results is accessible, and one without says so', async () => {
  respondTo(guideFile, () => GUIDE);
  const page = await renderPanel(screen());
  const search = page.getByRole('textbox', { name: 'Tìm trong hướng dẫn' });
  await search.fill('phim');
  await expect.element(page.getByRole('heading', { name: 'Phím tắt' })).toBeVisible();
  await expect.element(page.getByRole('heading', { name: 'Quy tắc' })).not.toBeInTheDocument();
  await expectAccessible('a search in the guide');
  await search.fill('khong-co-gi');
  await expect.element(page.getByText('Không có mục nào có từ khóa này').first()).toBeVisible();
  await expectAccessible('a search in the guide without a result');
});
