import { defineEndpoint } from '@hai-dang/contract/lib/endpoint.ts';
import { beforeEach, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { guideUrl } from '../../../docs/huong-dan.md?guide';
import { ScreenKeysHost } from '../app/screen-keys-host.tsx';
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
      id: 'khieu-nai',
      level: 2,
      title: 'Khiếu nại',
      body: [{ tag: 'p', children: ['Xem ', { tag: 'a', href: '#quy-tac', children: ['điểm của quy tắc'] }, '.'] }],
    },
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

describe('HelpScreen: the search', () => {
  const title = (name: string) => page.getByRole('heading', { name, exact: true });
  const entry = (name: string) => page.getByRole('navigation', { name: 'Mục lục' }).getByRole('link', { name });
  const search = page.getByRole('textbox', { name: 'Tìm trong hướng dẫn' });

  beforeEach(async () => {
    respondTo(guideFile, () => GUIDE);
    await renderPanel(
      <>
        <ScreenKeysHost />
        <HelpScreen />
      </>,
      '/admin/help',
    );
    await expect.element(title('Quy tắc')).toBeVisible();
  });

  test('a term without diacritics → only the sections that have it, with it marked; cleared by a press → all', async () => {
    await search.fill('khieu nai');
    await expect.element(page.getByText(/^\d+ mục có từ khóa này$/)).toBeVisible();
    await expect.element(title('Quy tắc')).not.toBeInTheDocument();
    await expect.element(entry('Quy tắc')).not.toBeInTheDocument();
    expect(title('Khiếu nại').element().querySelector('mark')?.textContent).toBe('Khiếu nại');
    await page.getByRole('button', { name: 'Xóa từ khóa' }).click();
    await expect.element(title('Quy tắc')).toBeVisible();
    await expect.element(search).toHaveFocus();
  });

  test('a link to a section that it has left out → shows the section, and the search is empty', async () => {
    await search.fill('khieu nai');
    await expect.element(title('Quy tắc')).not.toBeInTheDocument();
    await page.getByRole('link', { name: /^điểm của quy/ }).click();
    await expect.element(title('Quy tắc')).toHaveFocus();
    await expect.element(search).toHaveValue('');
  });

  test('by keyboard: Escape clears it, and an entry of the contents leads to its section', async () => {
    await userEvent.keyboard('/');
    await expect.element(search).toHaveFocus();
    await userEvent.keyboard('diem vi pham');
    await expect.element(title('Khiếu nại')).not.toBeInTheDocument();
    await expect.element(title('Quy tắc')).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await expect.element(search).toHaveValue('');
    entry('Quy tắc').element().focus();
    await userEvent.keyboard('{Enter}');
    await expect.element(title('Quy tắc')).toHaveFocus();
  });
});
