import { describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { SelectField } from './select-field.tsx';

const OPTIONS = [
  { value: '', label: 'Tất cả' },
  { value: 'open', label: 'Đang mở' },
];
const field = () => page.getByRole('combobox', { name: 'Trạng thái' });

describe('SelectField', () => {
  test('a choice by pointer and by key: is reported with its value', async () => {
    const onChoose = vi.fn();
    await render(
      <SelectField label="Trạng thái" options={OPTIONS} onChange={({ target }) => onChoose(target.value)} />,
    );
    await expect.element(field()).toHaveDisplayValue('Tất cả');
    await field().selectOptions('Đang mở');
    field().element().focus();
    await userEvent.keyboard('{ArrowUp}');
    expect(onChoose.mock.calls).toEqual([['open'], ['']]);
  });

  test('disabled: takes no focus', async () => {
    await render(<SelectField label="Trạng thái" options={OPTIONS} hideLabel disabled />);
    field().element().focus();
    await expect.element(field()).toBeDisabled();
    await expect.element(field()).not.toHaveFocus();
  });
});
