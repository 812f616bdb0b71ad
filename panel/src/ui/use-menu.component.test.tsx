import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { cdp, page, userEvent } from 'vitest/browser';
import { expectAccessible } from '../testing/expect-accessible.ts';
import { pressAt } from '../testing/pointer.ts';
import { renderPanel } from '../testing/render-panel.tsx';
import { useConfirm } from './confirm.tsx';
import { MenuButton } from './menu-button.tsx';
import { MenuSelect } from './menu-select.tsx';
import { Modal } from './modal.tsx';

const code = vi.hoisted(() => ({ isRequested: Promise.withResolvers<void>(), mayLoad: Promise.withResolvers<void>() }));
vi.mock('./open-menu.tsx', async (importOriginal) => {
  code.isRequested.resolve();
  await code.mayLoad.promise;
  return importOriginal();
});

const MENU = 'Thao tác với tài khoản';
const onDisable = vi.fn();

/** The menu of an account: the first item is counted, the second one asks. */
function AccountMenu() {
  const confirm = useConfirm();
  const ask = () => void confirm({ title: 'Xóa tài khoản', message: 'Không thể khôi phục.', confirmLabel: 'Xóa' });
  return (
    <MenuButton
      label={MENU}
      items={[
        { id: 'disable', label: 'Vô hiệu hóa', run: onDisable },
        { id: 'delete', label: 'Xóa tài khoản', isDangerous: true, run: ask },
        { id: 'decide', label: 'Xử lý tài khoản', run: vi.fn() },
      ]}
    />
  );
}

/** The menu, with controls before and after it. */
async function show() {
  onDisable.mockReset();
  return renderPanel(
    <div className="flex justify-between">
      <button type="button">Trước</button>
      <AccountMenu />
      <button type="button">Sau</button>
    </div>,
  );
}

const opener = () => page.getByRole('button', { name: MENU });
const menu = () => page.getByRole('menu', { name: MENU });
const item = (name: string) => page.getByRole('menuitem', { name });
const isGone = () => expect.element(menu()).not.toBeInTheDocument();
const focusOpener = () => opener().element().focus();

async function open(): Promise<void> {
  await opener().click();
  await expect.element(menu()).toBeVisible();
}

// The first test of the file: later ones have the code.
test('useMenu, its code still loading: follows the arrow keys pressed meanwhile', async () => {
  await show();
  focusOpener();
  await code.isRequested.promise;
  await userEvent.keyboard('{ArrowDown}{ArrowDown}{ArrowDown}');
  await isGone();
  code.mayLoad.resolve();
  await expect.element(item('Xử lý tài khoản')).toHaveFocus();
});

describe('useMenu', () => {
  test('arrows, Home, End and letters: move between the items, with or without diacritics', async () => {
    await show();
    focusOpener();
    await userEvent.keyboard('{ArrowDown}');
    await expect.element(item('Vô hiệu hóa')).toHaveFocus();
    await expect.element(opener()).toHaveAttribute('aria-expanded', 'true');
    for (const [key, focused] of [
      ['{ArrowDown}', 'Xóa tài khoản'],
      ['{ArrowDown}', 'Xử lý tài khoản'],
      ['{ArrowDown}', 'Vô hiệu hóa'],
      ['{ArrowUp}', 'Xử lý tài khoản'],
      ['{Home}', 'Vô hiệu hóa'],
      ['{End}', 'Xử lý tài khoản'],
      ['v', 'Vô hiệu hóa'],
      ['x', 'Xóa tài khoản'],
      ['q', 'Xóa tài khoản'],
    ] as const) {
      await userEvent.keyboard(key);
      await expect.element(item(focused), { message: `${key} leads to ${focused}` }).toHaveFocus();
    }
  });

  test('Escape: closes it, and the button has the focus', async () => {
    await show();
    focusOpener();
    await userEvent.keyboard('{ArrowDown}');
    await expect.element(item('Vô hiệu hóa')).toHaveFocus();
    await userEvent.keyboard('{Escape}');
    await isGone();
    await expect.element(opener()).toHaveFocus();
    await expect.element(opener()).toHaveAttribute('aria-expanded', 'false');
  });

  test('ArrowUp on the button: opens it at the last item; Tab leaves it for the next control, Shift+Tab comes back', async () => {
    await show();
    focusOpener();
    await userEvent.keyboard('{ArrowUp}');
    await expect.element(item('Xử lý tài khoản')).toHaveFocus();
    await userEvent.keyboard('{Tab}');
    await isGone();
    await expect.element(page.getByRole('button', { name: 'Sau' })).toHaveFocus();
    await userEvent.keyboard('{Shift>}{Tab}{/Shift}');
    await expect.element(opener()).toHaveFocus();
  });

  test.each([
    ['Space', ' '],
    ['Enter', '{Enter}'],
  ])('%s: opens it at the first item, and chooses that item once', async (_, key) => {
    await show();
    focusOpener();
    await userEvent.keyboard(key);
    await expect.element(item('Vô hiệu hóa')).toHaveFocus();
    expect(onDisable).not.toHaveBeenCalled();
    await userEvent.keyboard(key);
    await isGone();
    expect(onDisable).toHaveBeenCalledTimes(1);
    await expect.element(opener()).toHaveFocus();
  });

  test('Enter held on the button: opens it and chooses nothing', async () => {
    await show();
    focusOpener();
    await userEvent.keyboard('{Enter>5/}');
    await expect.element(menu()).toBeVisible();
    expect(onDisable).not.toHaveBeenCalled();
  });

  test.each([
    ['a key of a composition', { isComposing: true }],
    ['a key with Ctrl', { ctrlKey: true }],
  ])('%s: moves nothing', async (_, init) => {
    await show();
    focusOpener();
    await userEvent.keyboard('{ArrowDown}');
    await expect.element(item('Vô hiệu hóa')).toHaveFocus();
    const event = new KeyboardEvent('keydown', { key: 'x', bubbles: true, cancelable: true, ...init });
    document.activeElement?.dispatchEvent(event);
    await expect.element(item('Vô hiệu hóa')).toHaveFocus();
    expect(event.defaultPrevented).toBe(false);
  });

  test('pointer: opens it without an active item, the item under it becomes active, a press chooses it', async () => {
    await show();
    await open();
    await expect.element(menu()).toHaveFocus();
    await item('Vô hiệu hóa').hover();
    await expect.element(item('Vô hiệu hóa')).toHaveFocus();
    await userEvent.hover(opener());
    await expect.element(menu()).toHaveFocus();
    await item('Vô hiệu hóa').click();
    await isGone();
    expect(onDisable).toHaveBeenCalledTimes(1);
  });

  test('a press on an item: does not reach a row around the menu', async () => {
    const onRow = vi.fn();
    await renderPanel(
      // biome-ignore lint/a11y: a row that handles presses itself
      <div onClick={onRow}>
        <AccountMenu />
      </div>,
    );
    await open();
    onRow.mockReset();
    await item('Vô hiệu hóa').click();
    await isGone();
    expect(onRow).not.toHaveBeenCalled();
  });

  test('a press beside it, and a press on its button: close it', async () => {
    await show();
    await open();
    await pressAt(5, 5);
    await isGone();
    await open();
    await opener().click();
    await isGone();
    await open();
  });

  test('the browser closes its layer, as a back gesture does: it is closed', async () => {
    await show();
    await open();
    document.querySelector<HTMLElement>('[role=menu]')?.hidePopover();
    await isGone();
    await expect.element(opener()).toHaveAttribute('aria-expanded', 'false');
    await open();
  });

  test('placed: below its button and within a narrow window, moves with it, above it at the bottom edge', async () => {
    await page.viewport(320, 640);
    await renderPanel(
      <div style={{ height: '200vh', paddingTop: '16rem' }}>
        <AccountMenu />
      </div>,
    );
    await open();
    const boxes = () => {
      const [button, list] = [opener(), menu()].map((locator) => locator.element().getBoundingClientRect());
      if (!button || !list) throw new Error('the menu or its button is not shown');
      return { button, list };
    };
    const gapBelow = () => Math.round(boxes().list.top - boxes().button.bottom);
    const first = boxes();
    expect(gapBelow()).toBe(4);
    expect(first.list.left).toBeGreaterThanOrEqual(8);
    expect(first.list.right).toBeLessThanOrEqual(312);

    window.scrollTo(0, 30);
    await expect.poll(() => [Math.round(first.button.top - boxes().button.top), gapBelow()]).toEqual([30, 4]);

    window.scrollTo(0, 0);
    await page.viewport(320, Math.round(first.button.bottom + 20));
    await expect.poll(() => Math.round(boxes().button.top - boxes().list.bottom)).toBe(4);

    await page.viewport(320, 640);
    window.scrollTo(0, 600);
    await isGone();
    await page.viewport(1280, 800);
  });

  test('forced colours: an outline marks the active item alone', async () => {
    const reduced = { name: 'prefers-reduced-motion', value: 'reduce' };
    onTestFinished(async () => void (await cdp().send('Emulation.setEmulatedMedia', { features: [reduced] })));
    await cdp().send('Emulation.setEmulatedMedia', {
      features: [reduced, { name: 'forced-colors', value: 'active' }],
    });
    await show();
    focusOpener();
    await userEvent.keyboard('{Enter}');
    const outlineOf = (name: string) => getComputedStyle(item(name).element()).outlineStyle;
    await expect.poll(() => outlineOf('Vô hiệu hóa')).toBe('solid');
    expect(outlineOf('Xóa tài khoản')).toBe('none');
  });

  test('in a modal dialog: Escape closes the menu, then the dialog; an item may ask in a further dialog', async () => {
    const onDismiss = vi.fn();
    await renderPanel(
      <Modal title="Hộp thoại" onDismiss={onDismiss}>
        <AccountMenu />
      </Modal>,
    );
    await open();
    await item('Xóa tài khoản').hover();
    await userEvent.keyboard('{Escape}');
    await isGone();
    await expect.element(opener()).toHaveFocus();
    expect(onDismiss).not.toHaveBeenCalled();
    await open();
    await item('Xóa tài khoản').click();
    const question = page.getByRole('alertdialog', { name: 'Xóa tài khoản' });
    await expect.element(question).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await expect.element(question).not.toBeInTheDocument();
    await expect.element(opener()).toHaveFocus();
    expect(onDismiss).not.toHaveBeenCalled();
    await userEvent.keyboard('{Escape}');
    expect(onDismiss).toHaveBeenCalledTimes(1);
  });

  test('open: passes axe in both themes', async () => {
    await show();
    focusOpener();
    await userEvent.keyboard('{Enter}');
    await expect.element(item('Vô hiệu hóa')).toHaveFocus();
    await expectAccessible('an open menu');
  });
});

describe('MenuSelect', () => {
  const OPTIONS = [
    { value: 'lan', label: 'Lan' },
    { value: 'minh', label: 'Minh' },
  ];

  async function showSelect(value = 'minh') {
    const [onChoose, onOpen] = [vi.fn(), vi.fn()];
    await renderPanel(
      <MenuSelect
        label="Người phụ trách"
        text={value === '' ? 'Chưa ai nhận' : 'Minh'}
        value={value}
        options={OPTIONS}
        onOpen={onOpen}
        onChoose={onChoose}
      />,
    );
    return { onChoose, onOpen };
  }
  const select = (text: string) => page.getByRole('button', { name: `Người phụ trách ${text}` });
  const option = (name: string) => page.getByRole('menuitemradio', { name });

  test('opened: marks the value, and passes axe', async () => {
    const { onChoose, onOpen } = await showSelect();
    await select('Minh').click();
    await expect.element(option('Minh')).toHaveAttribute('aria-checked', 'true');
    await expect.element(option('Lan')).toHaveAttribute('aria-checked', 'false');
    await expectAccessible('an open MenuSelect');
    expect(onOpen).toHaveBeenCalledTimes(1);
    expect(onChoose).not.toHaveBeenCalled();
  });

  test('arrow keys: choose nothing before Enter, which chooses once', async () => {
    const { onChoose } = await showSelect('');
    select('Chưa ai nhận').element().focus();
    await userEvent.keyboard('{ArrowDown}{ArrowDown}');
    await expect.element(option('Minh')).toHaveFocus();
    expect(onChoose).not.toHaveBeenCalled();
    await userEvent.keyboard('{Enter}');
    await expect.element(option('Minh')).not.toBeInTheDocument();
    expect(onChoose.mock.calls).toEqual([['minh']]);
  });
});
