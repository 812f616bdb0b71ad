import { useState } from 'react';
import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { expectAccessible } from '../testing/expect-accessible.ts';
import { Pagination } from './pagination.tsx';

function Example({ start, totalPages }: { readonly start: number; readonly totalPages: number }) {
  const [shown, setShown] = useState(start);
  return <Pagination page={shown} totalPages={totalPages} onChange={setShown} />;
}

const button = (name: string) => page.getByRole('button', { name, exact: true });
const isCurrent = (name: string) => expect.element(button(name)).toHaveAttribute('aria-current', 'page');

describe('Pagination', () => {
  test('previous, next and a number: lead to that page', async () => {
    await render(<Example start={5} totalPages={9} />);
    await isCurrent('Trang 5');
    await button('Sau').click();
    await isCurrent('Trang 6');
    await button('Trước').click();
    await isCurrent('Trang 5');
    await button('Trang 9').click();
    await isCurrent('Trang 9');
    await expect.element(button('Sau')).toBeDisabled();
  });

  test('Enter on a number: leads there, and the focus stays on it', async () => {
    await render(<Example start={1} totalPages={3} />);
    await expect.element(button('Trước')).toBeDisabled();
    button('Trang 2').element().focus();
    await userEvent.keyboard('{Enter}');
    await isCurrent('Trang 2');
    await expect.element(button('Trang 2')).toHaveFocus();
  });

  test('thousands of pages: passes axe and fits 320 px', async () => {
    await render(<Example start={5_000} totalPages={10_000} />);
    await isCurrent('Trang 5.000');
    await expectAccessible('a pagination of thousands');
  });

  test('a single page: shows nothing', async () => {
    const { container } = await render(<Example start={1} totalPages={1} />);
    expect(container).toBeEmptyDOMElement();
  });
});
