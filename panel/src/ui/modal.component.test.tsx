import { useState } from 'react';
import { describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { expectAccessible } from '../testing/expect-accessible.ts';
import { pressAt } from '../testing/pointer.ts';
import { Button } from './button.tsx';
import { Modal } from './modal.tsx';
import { TextField } from './text-field.tsx';

interface ExampleProps {
  readonly onDismiss?: () => void;
  readonly locked?: boolean;
}

/** A dialog that closes when it is dismissed, and its opener. */
function Example({ onDismiss, locked = false }: ExampleProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <main>
      <Button onClick={() => setIsOpen(true)}>Mở</Button>
      {isOpen && (
        <Modal
          title="Sửa tên"
          locked={locked}
          onDismiss={() => {
            onDismiss?.();
            setIsOpen(false);
          }}
        >
          <TextField label="Tên" defaultValue="Lan" />
          <Button>Lưu</Button>
        </Modal>
      )}
    </main>
  );
}

const opener = () => page.getByRole('button', { name: 'Mở' });
const dialog = () => page.getByRole('dialog', { name: 'Sửa tên' });
const field = () => page.getByRole('textbox', { name: 'Tên' });

async function open(props: ExampleProps = {}): Promise<void> {
  await render(<Example {...props} />);
  await opener().click();
  await expect.element(dialog()).toBeVisible();
}

describe('Modal', () => {
  test('opened: is named by its title, and has the focus on its first control; the rest takes none', async () => {
    await open();
    await expect.element(field()).toHaveFocus();
    const button = document.querySelector<HTMLElement>('main > button');
    button?.focus();
    await expect.element(field()).toHaveFocus();
    await expectAccessible('a dialog');
  });

  test('data-initial-focus: has the focus in place of the first control', async () => {
    await render(
      <Modal title="Sửa tên" onDismiss={vi.fn()}>
        <Button>Lưu</Button>
        <Button data-initial-focus>Đóng</Button>
      </Modal>,
    );
    await expect.element(page.getByRole('button', { name: 'Đóng' })).toHaveFocus();
  });

  test('message: makes it an alertdialog that is described by the message', async () => {
    await render(
      <Modal title="Xóa bài viết" message="Không thể khôi phục." onDismiss={vi.fn()}>
        <Button>Xóa</Button>
      </Modal>,
    );
    const alert = page.getByRole('alertdialog', { name: 'Xóa bài viết' });
    await expect.element(alert).toHaveAccessibleDescription('Không thể khôi phục.');
    await expectAccessible('an alertdialog');
  });

  test.each<[string, () => unknown]>([
    ['Escape', () => userEvent.keyboard('{Escape}')],
    ['a press outside', () => pressAt(20, 20)],
    ['a step back in the history', () => window.dispatchEvent(new PopStateEvent('popstate'))],
  ])('%s: dismisses it once, and the focus returns to the opener', async (_, leave) => {
    const onDismiss = vi.fn();
    await open({ onDismiss });
    await leave();
    await expect.element(dialog()).not.toBeInTheDocument();
    await expect.element(opener()).toHaveFocus();
    expect(onDismiss).toHaveBeenCalledTimes(1);
  });

  test.each<[string, () => unknown]>([
    // The browser closes a dialog on a second Escape even if the first one was prevented.
    ['Escape, four times', () => userEvent.keyboard('{Escape}{Escape}{Escape}{Escape}')],
    ['a press outside', () => pressAt(20, 20)],
    ['a step back in the history', () => window.dispatchEvent(new PopStateEvent('popstate'))],
  ])('locked: %s leaves it open', async (_, leave) => {
    const onDismiss = vi.fn();
    await open({ onDismiss, locked: true });
    await leave();
    await expect.element(dialog()).toBeVisible();
    expect(document.querySelector('dialog')?.matches(':modal')).toBe(true);
    expect(onDismiss).not.toHaveBeenCalled();
  });

  test('a press that begins inside and ends outside, as when selecting text: leaves it open', async () => {
    await open();
    await userEvent.pointer([
      { target: field(), keys: '[MouseLeft>]' },
      { coords: { x: 20, y: 20 }, keys: '[/MouseLeft]' },
    ]);
    await expect.element(dialog()).toBeVisible();
  });

  test('a press inside, beside its controls: leaves it open', async () => {
    await open();
    await page.getByRole('heading', { name: 'Sửa tên' }).click();
    await expect.element(dialog()).toBeVisible();
  });

  test('page: is as large as a window of 320 px, and leaves an edge in a wide one', async () => {
    await render(
      <Modal title="Báo cáo" size="page" onDismiss={vi.fn()}>
        <Button>Đóng</Button>
      </Modal>,
    );
    const edges = () => {
      const { width, height } = document.querySelector('dialog')?.getBoundingClientRect() ?? new DOMRect();
      return [innerWidth - width, innerHeight - height];
    };
    await expect.poll(edges).toEqual([128, expect.closeTo(32, -1)]);
    await page.viewport(320, 640);
    await expect.poll(edges).toEqual([0, 0]);
    await page.viewport(1280, 800);
  });
});
