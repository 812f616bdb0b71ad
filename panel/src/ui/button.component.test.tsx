import { expect, test, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { Button } from './button.tsx';

test('Button: a press by pointer, Enter and Space runs it once each', async () => {
  const onClick = vi.fn();
  const screen = await render(<Button onClick={onClick}>Lưu</Button>);
  await screen.getByRole('button', { name: 'Lưu' }).click();
  await userEvent.keyboard('{Enter}');
  await userEvent.keyboard(' ');
  expect(onClick).toHaveBeenCalledTimes(3);
});

test('Button: while it is pending it says so, keeps the focus and ignores presses', async () => {
  const onClick = vi.fn();
  const screen = await render(<Button onClick={onClick}>Lưu</Button>);
  const button = screen.getByRole('button');
  await button.click();
  await screen.rerender(
    <Button pending pendingLabel="Đang lưu..." onClick={onClick}>
      Lưu
    </Button>,
  );
  await expect.element(button).toHaveFocus();
  await expect.element(button).toHaveAccessibleName('Đang lưu...');
  await expect.element(button).toHaveAttribute('aria-busy', 'true');
  await userEvent.keyboard('{Enter}');
  expect(onClick).toHaveBeenCalledTimes(1);
});
