import { SEARCH_DEBOUNCE_MS } from '@hai-dang/contract/constants.ts';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { type RenderResult, render } from 'vitest-browser-react';
import { compose, endComposition } from '../testing/composition.ts';
import { ListSearch } from './list-search.tsx';

const field = () => page.getByRole('textbox', { name: 'Tìm người dùng' });
const onSearch = vi.fn();
const searched = () => onSearch.mock.calls.map(([term]) => term);
const pass = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

const show = (q = ''): Promise<RenderResult> => render(<ListSearch q={q} label="Tìm người dùng" onSearch={onSearch} />);

beforeEach(() => onSearch.mockReset());

describe('ListSearch', () => {
  test('typing: searches once it pauses, for the whole term without the blanks around it', async () => {
    await show();
    await field().click();
    const start = performance.now();
    await userEvent.keyboard(' Lan ');
    await expect.poll(searched, { timeout: 5_000 }).toEqual(['Lan']);
    expect(performance.now() - start).toBeGreaterThanOrEqual(SEARCH_DEBOUNCE_MS);
  });

  test('Enter: searches at once', async () => {
    await show();
    await field().click();
    await userEvent.keyboard('Lan{Enter}');
    expect(searched()).toEqual(['Lan']);
  });

  test('Enter with the present term: searches nothing', async () => {
    await show('Lan');
    await field().click();
    await userEvent.keyboard('{End} {Enter}');
    await pass(SEARCH_DEBOUNCE_MS + 100);
    expect(searched()).toEqual([]);
  });

  test('the clear button: searches for nothing', async () => {
    await show('Lan');
    await page.getByRole('button', { name: 'Xóa từ khóa' }).click();
    await userEvent.keyboard('{Enter}');
    expect(searched()).toEqual(['']);
  });

  test('another term from the URL: is shown, and not searched again', async () => {
    const screen = await show('Lan');
    await screen.rerender(<ListSearch q="Minh" label="Tìm người dùng" onSearch={onSearch} />);
    await expect.element(field()).toHaveValue('Minh');
    await pass(SEARCH_DEBOUNCE_MS + 100);
    expect(searched()).toEqual([]);
  });

  test('the typed term comes back from the URL: its blanks stay', async () => {
    const screen = await show('');
    await field().click();
    await userEvent.keyboard('Lan {Enter}');
    await screen.rerender(<ListSearch q="Lan" label="Tìm người dùng" onSearch={onSearch} />);
    await expect.element(field()).toHaveValue('Lan ');
  });

  test('a composition: what is composed is searched once it pauses; the Vietnamese letters arrive whole', async () => {
    await show();
    await field().click();
    await compose('Huê');
    await compose('Huế');
    await endComposition('Huế');
    await expect.poll(searched, { timeout: 5_000 }).toEqual(['Huế']);
    await expect.element(field()).toHaveValue('Huế');
  });
});
