import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { expectAccessible } from '../testing/expect-accessible.ts';
import { Button } from './button.tsx';
import { PageHeader } from './page-header.tsx';

const header = (status: string) => (
  <PageHeader title="Quản lý người dùng" status={status}>
    <Button>Lưu chế độ xem</Button>
    <Button>Xuất CSV</Button>
  </PageHeader>
);
const boxes = () =>
  [...document.querySelectorAll('header, h1, button')].map((element) => {
    const { x, y, width, height } = element.getBoundingClientRect();
    return [x, y, width, height].map(Math.round);
  });

test.each([320, 390, 700, 800, 1280])(
  'PageHeader: %i px wide: a status that is loaded moves nothing',
  async (width) => {
    await page.viewport(width, 640);
    const { rerender } = await render(header(''));
    // The first text that is rendered is what loads the font.
    await document.fonts.ready;
    const before = boxes();
    await rerender(header('1.000.000 người dùng'));
    await expect.element(page.getByRole('status')).toBeVisible();
    expect(boxes()).toEqual(before);
  },
);

test('PageHeader: passes axe in both themes, narrow and wide', async () => {
  await render(<main className="p-4">{header('1.000.000 người dùng')}</main>);
  await expectAccessible('a header with status and buttons');
});
