import { describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { expectAccessible } from '../testing/expect-accessible.ts';
import { CopyButton } from './copy-button.tsx';

const button = () => page.getByRole('button', { name: 'Sao chép mã' });
const status = () => page.getByRole('status');

describe('CopyButton', () => {
  test('a press: copies the text, says so, and keeps the focus', async () => {
    const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
    await render(<CopyButton text="123 456" label="Sao chép mã" />);
    await expect.element(status()).toHaveTextContent('');
    button().element().focus();
    await userEvent.keyboard('{Enter}');
    await expect.element(status()).toHaveTextContent('Đã sao chép');
    await expect.element(button()).toHaveFocus();
    expect(write.mock.calls).toEqual([['123 456']]);
    await expectAccessible('a copied text');
    write.mockRestore();
  });

  test('the browser denies it, then allows it: says each time what happened', async () => {
    const write = vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValueOnce(new DOMException('denied'));
    await render(<CopyButton text="123 456" label="Sao chép mã" />);
    await button().click();
    await expect.element(status()).toHaveTextContent('Không thể sao chép, vui lòng chọn và sao chép bằng tay');
    write.mockResolvedValueOnce();
    await button().click();
    await expect.element(status()).toHaveTextContent('Đã sao chép');
    write.mockRestore();
  });

  test('a browser without a clipboard, as without TLS: says that it failed', async () => {
    Object.defineProperty(navigator, 'clipboard', { value: undefined, configurable: true });
    await render(<CopyButton text="123 456" label="Sao chép mã" />);
    await button().click();
    await expect.element(status()).toHaveTextContent('Không thể sao chép, vui lòng chọn và sao chép bằng tay');
    Reflect.deleteProperty(navigator, 'clipboard');
  });
});
