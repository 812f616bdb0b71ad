import { describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { expectAccessible } from '../testing/expect-accessible.ts';
import { Button } from './button.tsx';
import { FormAlert } from './callout.tsx';
import { TextField } from './text-field.tsx';
import { type FormErrors, useForm } from './use-form.ts';

type Name = 'name' | 'email';

interface ExampleProps {
  readonly submit: (data: FormData) => Promise<void>;
  readonly explain?: (error: unknown) => FormErrors<Name>;
  readonly isValidated?: boolean;
}

function Example({ submit, explain = () => ({}), isValidated = true }: ExampleProps) {
  const form = useForm<Name>({
    ...(isValidated && {
      validate: (data: FormData) => ({
        ...(data.get('name') === '' && { name: 'Vui lòng nhập tên' }),
        ...(data.get('email') === '' && { email: 'Vui lòng nhập email' }),
      }),
    }),
    submit,
    explain,
  });
  return (
    <form {...form.props}>
      <TextField {...form.field('name')} label="Tên" required />
      <TextField {...form.field('email')} label="Email" />
      <FormAlert>{form.errors.form}</FormAlert>
      <Button type="submit" pending={form.isPending} pendingLabel="Đang lưu...">
        Lưu
      </Button>
    </form>
  );
}

const field = (name: string) => page.getByRole('textbox', { name });
const save = () => page.getByRole('button', { name: 'Lưu' });
const nothing = async () => undefined;

async function fill(): Promise<void> {
  await field('Tên').fill('Lan');
  await field('Email').fill('lan@example.com');
}

describe('useForm', () => {
  test('Enter in a field: submits what was typed', async () => {
    const submit = vi.fn(nothing);
    await render(<Example submit={submit} />);
    await fill();
    await userEvent.keyboard('{Enter}');
    await expect.poll(() => submit.mock.calls.length).toBe(1);
    const [data] = submit.mock.calls[0] as unknown as [FormData];
    expect([...data]).toEqual([
      ['name', 'Lan'],
      ['email', 'lan@example.com'],
    ]);
  });

  test('invalid fields: nothing is sent, each says what is wrong, the first has the focus', async () => {
    const submit = vi.fn(nothing);
    await render(<Example submit={submit} />);
    await save().click();
    await expect.element(field('Tên')).toHaveFocus();
    await expect.element(field('Tên')).toHaveAccessibleDescription('Vui lòng nhập tên');
    await expect.element(field('Email')).toHaveAccessibleDescription('Vui lòng nhập email');
    await expectAccessible('a form with errors');
    expect(submit).not.toHaveBeenCalled();
    await fill();
    await save().click();
    await expect.element(page.getByRole('alert')).not.toBeInTheDocument();
    expect(submit).toHaveBeenCalledTimes(1);
  });

  test('while it is sent: the button says so, and a further Enter sends nothing', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const submit = vi.fn(() => promise);
    await render(<Example submit={submit} />);
    await fill();
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByRole('button', { name: 'Đang lưu...' })).toHaveAttribute('aria-busy', 'true');
    await userEvent.keyboard('{Enter}');
    resolve();
    await expect.element(save()).toBeVisible();
    expect(submit).toHaveBeenCalledTimes(1);
  });

  test('an error of a field: is shown there, and its text is selected', async () => {
    const explain = vi.fn(() => ({ email: 'Email đã được dùng' }));
    await render(<Example submit={() => Promise.reject(new Error('409'))} explain={explain} />);
    await fill();
    await save().click();
    await expect.element(field('Email')).toHaveFocus();
    await expect.element(field('Email')).toHaveAccessibleDescription('Email đã được dùng');
    expect(explain).toHaveBeenCalledWith(new Error('409'));
    await userEvent.keyboard('minh@example.com');
    await expect.element(field('Email')).toHaveValue('minh@example.com');
  });

  test('an error of the form: is announced, and the focus goes to the field that it names', async () => {
    const explain = () => ({ form: 'Không thể lưu', focus: 'name' });
    await render(<Example submit={() => Promise.reject(new Error('503'))} explain={explain} />);
    await fill();
    await save().click();
    await expect.element(page.getByRole('alert')).toHaveTextContent('Không thể lưu');
    await expect.element(field('Tên')).toHaveFocus();
    await expect.element(save()).toBeVisible();
  });

  test('without validation: the browser validates, and nothing is sent', async () => {
    const submit = vi.fn(nothing);
    await render(<Example submit={submit} isValidated={false} />);
    await save().click();
    await expect.element(field('Tên')).toHaveFocus();
    expect(field('Tên').element()).toBeInvalid();
    expect(submit).not.toHaveBeenCalled();
  });
});
