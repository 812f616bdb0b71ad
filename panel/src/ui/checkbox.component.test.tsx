import { describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { Checkbox } from './checkbox.tsx';
import { Radio } from './radio.tsx';

describe('Checkbox', () => {
  const box = () => page.getByRole('checkbox', { name: 'Báo cáo của Lan' });

  test('a press on its text, and Space: check and uncheck it', async () => {
    const onChange = vi.fn();
    await render(
      <Checkbox label="Báo cáo của Lan" onChange={onChange}>
        <span>Lan</span>
      </Checkbox>,
    );
    await page.getByText('Lan').click();
    await expect.element(box()).toBeChecked();
    await userEvent.keyboard(' ');
    await expect.element(box()).not.toBeChecked();
    expect(onChange).toHaveBeenCalledTimes(2);
  });

  test('disabled: a press changes nothing', async () => {
    await render(<Checkbox label="Báo cáo của Lan" disabled />);
    await page.getByText('Báo cáo của Lan').click({ force: true });
    await expect.element(box()).not.toBeChecked();
  });
});

describe('Radio', () => {
  const radio = (name: string) => page.getByRole('radio', { name });

  test('a press and the arrow keys: choose one of a name, past a disabled one', async () => {
    await render(
      <>
        <Radio name="reason">Spam</Radio>
        <Radio name="reason" disabled>
          Lừa đảo
        </Radio>
        <Radio name="reason">Quấy rối</Radio>
      </>,
    );
    await page.getByText('Spam').click();
    await expect.element(radio('Spam')).toBeChecked();
    await userEvent.keyboard('{ArrowDown}');
    await expect.element(radio('Quấy rối')).toBeChecked();
    await expect.element(radio('Quấy rối')).toHaveFocus();
    await expect.element(radio('Spam')).not.toBeChecked();
  });
});
