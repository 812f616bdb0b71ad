import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { EditConflict } from './edit-conflict.tsx';

test.each([
  ['Lấy bản mới', true],
  ['Giữ bản của tôi', false],
])('EditConflict, %s: the choice is theirs: %s', async (name, isTheirs) => {
  const onSettle = vi.fn();
  await render(
    <EditConflict title="Minh vừa đổi thành:" onSettle={onSettle}>
      <p>Bản của Minh</p>
    </EditConflict>,
  );
  const alert = page.getByRole('alert');
  await expect.element(alert.getByText('Minh vừa đổi thành:')).toBeVisible();
  await expect.element(alert.getByText('Bản của Minh')).toBeVisible();
  alert.getByRole('button', { name }).element().focus();
  await userEvent.keyboard('{Enter}');
  expect(onSettle.mock.calls).toEqual([[isTheirs]]);
});
