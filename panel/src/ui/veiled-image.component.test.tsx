import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { expectAccessible } from '../testing/expect-accessible.ts';
import { imageOf } from '../testing/images.ts';
import type { Veil } from './use-veils.ts';
import { VeiledThumbnail } from './veiled-image.tsx';

const button = () => page.getByRole('button', { name: 'Xem ảnh Lan' });
const filters = () =>
  [...document.querySelectorAll('span')].map((span) => getComputedStyle(span).filter).filter((each) => each !== 'none');

const show = (veil: Veil | undefined) =>
  render(
    <VeiledThumbnail veil={veil} name="Lan" className="rounded-full">
      <img src={imageOf('#285')} alt="" className="size-9" />
    </VeiledThumbnail>,
  );

describe('VeiledThumbnail', () => {
  test.each([
    ['blur', /^blur/],
    ['grey', /^grayscale/],
  ] as const)('%s: a press and Space show the image and veil it again', async (veil, filter) => {
    await show(veil);
    expect(filters()).toEqual([expect.stringMatching(filter)]);
    await expectAccessible(`a veiled thumbnail, ${veil}`);
    await button().click();
    await expect.element(button()).toHaveAttribute('aria-pressed', 'true');
    expect(filters()).toEqual([]);
    await userEvent.keyboard(' ');
    await expect.element(button()).toHaveAttribute('aria-pressed', 'false');
    expect(filters()).toEqual([expect.stringMatching(filter)]);
    await expect.element(button()).toHaveFocus();
  });

  test('pending, while the preference is not known: the image is not visible and cannot be shown', async () => {
    const { container } = await show('pending');
    await expect.element(button()).toBeDisabled();
    expect(getComputedStyle(container.querySelector('img') as Element).visibility).toBe('hidden');
  });

  test('no veil: is the image alone', async () => {
    const { container } = await show(undefined);
    await expect.element(button()).not.toBeInTheDocument();
    expect(container.querySelector('img')).not.toBeNull();
  });
});
