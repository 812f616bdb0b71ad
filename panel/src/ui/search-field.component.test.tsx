import { useState } from 'react';
import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { compose, endComposition, pressInComposition } from '../testing/composition.ts';
import { SearchField } from './search-field.tsx';

const field = () => page.getByRole('textbox', { name: 'Tìm người dùng' });
const clear = () => page.getByRole('button', { name: 'Xóa từ khóa' });

function Example({ isClearable = true }: { readonly isClearable?: boolean }) {
  const [text, setText] = useState('Huế');
  return (
    <SearchField
      label="Tìm người dùng"
      placeholder="Tìm"
      maxLength={5}
      className=""
      value={text}
      onType={setText}
      {...(isClearable && { clearLabel: 'Xóa từ khóa' })}
    />
  );
}

describe('SearchField', () => {
  test('the clear button: empties it, focuses it and is gone', async () => {
    await render(<Example />);
    await clear().click();
    await expect.element(field()).toHaveValue('');
    await expect.element(field()).toHaveFocus();
    await expect.element(clear()).not.toBeInTheDocument();
  });

  test('Escape: empties it', async () => {
    await render(<Example />);
    await field().click();
    await userEvent.keyboard('{Escape}');
    await expect.element(field()).toHaveValue('');
    await expect.element(field()).toHaveFocus();
  });

  test('Escape during a composition: belongs to the input method', async () => {
    await render(<Example />);
    await field().fill('');
    await compose('hà');
    await pressInComposition('Escape');
    await expect.element(field()).toHaveValue('hà');
    await endComposition('hà');
    await userEvent.keyboard('{Escape}');
    await expect.element(field()).toHaveValue('');
  });

  test('without a clear label: has no button, and Escape changes nothing', async () => {
    await render(<Example isClearable={false} />);
    await field().click();
    await userEvent.keyboard('{Escape}');
    await expect.element(field()).toHaveValue('Huế');
    await expect.element(clear()).not.toBeInTheDocument();
  });

  test('more than the limit: is not taken', async () => {
    await render(<Example />);
    await field().click();
    await userEvent.keyboard('{End}abc');
    await expect.element(field()).toHaveValue('Huếab');
  });
});
