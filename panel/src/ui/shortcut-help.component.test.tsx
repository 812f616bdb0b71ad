import { updatePreferences } from '@hai-dang/contract/account/preferences.endpoints.ts';
import { DEFAULT_PREFERENCES } from '@hai-dang/contract/account/preferences.schema.ts';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { useActions } from '../lib/actions.ts';
import { expectAccessible } from '../testing/expect-accessible.ts';
import { renderPanel } from '../testing/render-panel.tsx';
import { ErrorResponse, respondTo } from '../testing/responses.ts';
import { ActionButton } from './action-button.tsx';
import { ShortcutHelpButton } from './shortcut-help-button.tsx';

const run = vi.fn();
const DECIDE = { id: 'test.decide', label: 'Xử lý', group: 'decide', key: 'd' } as const;

/** A screen with actions of which some share a text, and one without a key. */
function Screen() {
  const [decide] = useActions([
    { ...DECIDE, run },
    { id: 'test.next', label: 'Dòng sau', help: 'Dòng sau / trước', group: 'move', key: 'j', run },
    { id: 'test.previous', label: 'Dòng trước', help: 'Dòng sau / trước', group: 'move', key: 'k', run },
    { id: 'test.export', label: 'Tải CSV', group: 'go', run },
  ]);
  return (
    <>
      <ShortcutHelpButton />
      <ActionButton action={decide} showsKey />
    </>
  );
}

const dialog = () => page.getByRole('dialog', { name: 'Phím tắt' });
const toggle = () => dialog().getByRole('checkbox', { name: 'Bật phím tắt' });
const lines = () => [...document.querySelectorAll('dialog dl > div')].map((line) => line.textContent);

async function show(): Promise<void> {
  run.mockReset();
  await renderPanel(<Screen />);
}

beforeEach(() =>
  respondTo(updatePreferences, ({ body }) => ({
    success: true,
    preferences: { ...DEFAULT_PREFERENCES, hasShortcuts: body?.hasShortcuts ?? true },
  })),
);

describe('ShortcutHelp', () => {
  test('opened with its key: lists the keys of the screen by group, those with one text in one line', async () => {
    await show();
    await userEvent.keyboard('?');
    await expect.element(dialog()).toBeVisible();
    expect(lines()).toEqual(['jkDòng sau / trước', 'dXử lý', '?Xem các phím tắt']);
    await expect.element(dialog().getByRole('button', { name: 'Đóng' })).toHaveFocus();
    await expectAccessible('the shortcut help');
    await userEvent.keyboard('d');
    expect(run).not.toHaveBeenCalled();
  });

  test.each([
    ['Enter', '{Enter}'],
    ['Escape', '{Escape}'],
  ])('opened with its button, %s: closes it, and the button has the focus', async (_, key) => {
    await show();
    await page.getByRole('button', { name: 'Phím tắt' }).click();
    await expect.element(dialog()).toBeVisible();
    await userEvent.keyboard(key);
    await expect.element(dialog()).not.toBeInTheDocument();
    await expect.element(page.getByRole('button', { name: 'Phím tắt' })).toHaveFocus();
  });

  test('turned off: keys do nothing and are not printed on buttons; turned on again they work', async () => {
    await show();
    const button = page.getByRole('button', { name: 'Xử lý' });
    await expect.element(button).toHaveTextContent('Xử lýd');
    for (const [isOn, text, calls] of [
      [false, 'Xử lý', 0],
      [true, 'Xử lýd', 1],
    ] as const) {
      await page.getByRole('button', { name: 'Phím tắt' }).click();
      await toggle().click();
      if (isOn) await expect.element(toggle()).toBeChecked();
      else await expect.element(toggle()).not.toBeChecked();
      await userEvent.keyboard('{Escape}');
      await expect.element(dialog()).not.toBeInTheDocument();
      await userEvent.keyboard('d');
      await expect.element(button).toHaveTextContent(text);
      expect(run).toHaveBeenCalledTimes(calls);
    }
  });

  test('a choice that cannot be stored: is reverted with a message', async () => {
    respondTo(updatePreferences, () => {
      throw new ErrorResponse('INTERNAL_ERROR');
    });
    await show();
    await userEvent.keyboard('?');
    await toggle().click();
    await expect.element(page.getByText('Đã xảy ra lỗi, vui lòng thử lại sau')).toBeInTheDocument();
    await expect.element(toggle()).toBeChecked();
  });
});
