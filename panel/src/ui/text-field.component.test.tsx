import { describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { PasswordField } from './password-field.tsx';
import { TextField } from './text-field.tsx';
import { TextareaField } from './textarea.tsx';

describe.each([
  ['TextField', TextField],
  ['TextareaField', TextareaField],
] as const)('%s', (_, FieldOf) => {
  const field = () => page.getByRole('textbox', { name: 'Tên' });

  test('a press on the label: focuses it, and what is typed arrives', async () => {
    const onInput = vi.fn();
    await render(<FieldOf label="Tên" onInput={onInput} />);
    await page.getByText('Tên').click();
    await userEvent.keyboard('Lan');
    await expect.element(field()).toHaveValue('Lan');
    expect(onInput).toHaveBeenCalledTimes(3);
  });

  test('hint: describes it; it is valid', async () => {
    await render(<FieldOf label="Tên" hint="Tối đa 50 ký tự" />);
    await expect.element(field()).toHaveAccessibleDescription('Tối đa 50 ký tự');
    await expect.element(field()).not.toHaveAttribute('aria-invalid');
    await expect.element(page.getByRole('alert')).not.toBeInTheDocument();
  });

  test('error after a hint: is announced as a new element, describes it in place of the hint, and keeps text and focus', async () => {
    const screen = await render(<FieldOf label="Tên" hint="Tối đa 50 ký tự" />);
    await field().fill('Lan');
    const hint = screen.getByText('Tối đa 50 ký tự').element();
    await screen.rerender(<FieldOf label="Tên" hint="Tối đa 50 ký tự" error="Tên đã được dùng" />);
    await expect.element(field()).toHaveAccessibleDescription('Tên đã được dùng');
    await expect.element(field()).toHaveAttribute('aria-invalid', 'true');
    await expect.element(screen.getByRole('alert')).toHaveTextContent('Tên đã được dùng');
    expect(hint.isConnected).toBe(false);
    await expect.element(field()).toHaveValue('Lan');
    await expect.element(field()).toHaveFocus();
  });

  test('hideLabel: is still its name', async () => {
    await render(<FieldOf label="Tên" hideLabel />);
    await expect.element(field()).toBeVisible();
    expect(page.getByText('Tên').element().getBoundingClientRect().width).toBeLessThanOrEqual(1);
  });

  test('disabled: takes neither the focus nor text', async () => {
    await render(<FieldOf label="Tên" disabled defaultValue="Lan" />);
    field().element().focus();
    await userEvent.keyboard('x');
    await expect.element(field()).toBeDisabled();
    await expect.element(field()).toHaveValue('Lan');
  });
});

describe('PasswordField', () => {
  const field = () => page.getByLabelText('Mật khẩu mới', { exact: true });

  test('the button: shows and hides the password, by pointer and by keyboard, and submits no form', async () => {
    const onSubmit = vi.fn((event: { preventDefault: () => void }) => event.preventDefault());
    await render(
      <form onSubmit={onSubmit}>
        <PasswordField label="Mật khẩu mới" autoComplete="new-password" />
      </form>,
    );
    await field().fill('bí mật');
    await expect.element(field()).toHaveAttribute('type', 'password');
    await page.getByRole('button', { name: 'Hiện mật khẩu mới' }).click();
    await expect.element(field()).toHaveAttribute('type', 'text');
    await expect.element(field()).toHaveValue('bí mật');
    await expect.element(page.getByRole('button', { name: 'Ẩn mật khẩu mới' })).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    await expect.element(field()).toHaveAttribute('type', 'password');
    expect(onSubmit).not.toHaveBeenCalled();
  });

  test('its attributes: required, for the password manager, neither corrected nor capitalised', async () => {
    await render(<PasswordField label="Mật khẩu mới" autoComplete="current-password" />);
    await expect.element(field()).toBeRequired();
    await expect.element(field()).toHaveAttribute('autocomplete', 'current-password');
    await expect.element(field()).toHaveAttribute('autocapitalize', 'none');
    await expect.element(field()).toHaveAttribute('spellcheck', 'false');
  });
});
