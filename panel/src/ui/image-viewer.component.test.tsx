import { useState } from 'react';
import { describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '../testing/expect-accessible.ts';
import { BROKEN_IMAGE, imageOf } from '../testing/images.ts';
import { renderPanel } from '../testing/render-panel.tsx';
import type { ViewerImage } from './image-viewer.ts';
import { RefreshImage } from './use-image.ts';
import { useImageViewer } from './use-image-viewer.ts';
import type { Veil } from './use-veils.ts';

const image = (key: string, src: string, more: Partial<ViewerImage> = {}): ViewerImage => ({
  key,
  src,
  alt: `Ảnh ${key}`,
  ...more,
});
const THREE = [image('a', imageOf('#285')), image('b', imageOf('#a33')), image('c', imageOf('#333'))];

function Example({ images, start }: { readonly images: readonly ViewerImage[]; readonly start: number }) {
  const open = useImageViewer(images);
  return (
    <button type="button" onClick={() => open(start)}>
      Mở
    </button>
  );
}

const EXPIRED = '/missing.png?signature=1';

/** An image whose URL has expired until its data is refetched. */
function Refreshing({ onRefresh }: { readonly onRefresh: (url: string) => void }) {
  const [images, setImages] = useState([image('a', EXPIRED)]);
  const refetch = (url: string) => {
    onRefresh(url);
    setImages([image('a', imageOf('#285'))]);
  };
  return (
    <RefreshImage value={refetch}>
      <Example images={images} start={0} />
    </RefreshImage>
  );
}

/** Three images, each veiled until it is pressed. */
function Veiled({ veil }: { readonly veil: Veil }) {
  const [lifted, setLifted] = useState<readonly string[]>([]);
  const images = THREE.map((each) => ({
    ...each,
    veil: lifted.includes(String(each.key)) ? undefined : veil,
    onLift: () => setLifted([...lifted, String(each.key)]),
  }));
  return <Example images={images} start={0} />;
}

const opener = () => page.getByRole('button', { name: 'Mở' });
const viewer = () => page.getByRole('dialog', { name: 'Xem ảnh' });
const isAt = async (key: string, counter: string) => {
  await expect.element(viewer().getByRole('img', { name: `Ảnh ${key}` })).toBeVisible();
  await expect.element(viewer().getByText(counter)).toBeVisible();
};

async function open(images: readonly ViewerImage[] = THREE, start = 0) {
  const screen = await renderPanel(<Example images={images} start={start} />);
  await opener().click();
  await expect.element(viewer()).toBeVisible();
  return screen;
}

describe('image viewer', () => {
  test('opened at the second image: shows it, and passes axe', async () => {
    await open(THREE, 1);
    await isAt('b', '2 / 3');
    await expectAccessible('the image viewer');
  });

  test('arrows, Home and End: move between the images around the ends', async () => {
    await open();
    for (const [key, name, counter] of [
      ['{ArrowRight}', 'b', '2 / 3'],
      ['{ArrowRight}', 'c', '3 / 3'],
      ['{ArrowRight}', 'a', '1 / 3'],
      ['{ArrowLeft}', 'c', '3 / 3'],
      ['{Home}', 'a', '1 / 3'],
      ['{End}', 'c', '3 / 3'],
    ] as const) {
      await userEvent.keyboard(key);
      await isAt(name, counter);
    }
  });

  test('the buttons: lead to the next and the previous image', async () => {
    await open();
    await viewer().getByRole('button', { name: 'Ảnh sau' }).click();
    await isAt('b', '2 / 3');
    await viewer().getByRole('button', { name: 'Ảnh trước' }).click();
    await isAt('a', '1 / 3');
  });

  test('a single image: has no buttons to move', async () => {
    await open([image('a', imageOf('#285'))]);
    await isAt('a', '1 / 1');
    await expect.element(viewer().getByRole('button', { name: 'Ảnh sau' })).not.toBeInTheDocument();
  });

  test.each<[string, () => unknown]>([
    ['Escape', () => userEvent.keyboard('{Escape}')],
    ['the close button', () => viewer().getByRole('button', { name: 'Đóng' }).click()],
    ['a step back in the history', () => window.dispatchEvent(new PopStateEvent('popstate'))],
  ])('%s: closes it, and the focus returns', async (_, leave) => {
    await open();
    await leave();
    await expect.element(viewer()).not.toBeInTheDocument();
    await expect.element(opener()).toHaveFocus();
  });

  test('an image that fails: says so, and a retry tries it again', async () => {
    await open([image('a', BROKEN_IMAGE), image('b', imageOf('#285'))]);
    await expect.element(viewer().getByRole('alert')).toHaveTextContent('Không tải được ảnhThử lại');
    await expectAccessible('the viewer of a broken image');
    const tries = vi.fn();
    const observer = new MutationObserver(() => viewer().getByRole('img').elements().length > 0 && tries());
    observer.observe(viewer().element(), { subtree: true, childList: true });
    viewer().getByRole('button', { name: 'Thử lại' }).element().focus();
    await userEvent.keyboard('{Enter}');
    await expect.poll(() => tries.mock.calls.length).toBeGreaterThan(0);
    await expect.element(viewer().getByRole('alert')).toBeVisible();
    observer.disconnect();
    // The button that was pressed is gone; the keys still work.
    await userEvent.keyboard('{ArrowRight}');
    await isAt('b', '2 / 2');
  });

  test('an expired URL: the data is refetched, and its new URL is shown in the open viewer', async () => {
    const refresh = vi.fn();
    await renderPanel(<Refreshing onRefresh={refresh} />);
    await opener().click();
    await expect.poll(() => refresh.mock.calls).toEqual([[EXPIRED]]);
    await expect.element(viewer().getByRole('img')).toHaveAttribute('src', imageOf('#285'));
  });

  test.each([
    ['blur', 'đang làm mờ', /^blur/],
    ['grey', 'đang đen trắng', /^grayscale/],
  ] as const)('a veil of %s: is named; Enter lifts it on this image alone', async (veil, state, filter) => {
    await renderPanel(<Veiled veil={veil} />);
    await opener().click();
    const slide = viewer().getByRole('button', { name: `Xem ảnh, ${state}`, exact: false });
    await expect.element(slide).toBeVisible();
    const filterOf = () => {
      const filters = [...slide.element().querySelectorAll('span')].map((span) => getComputedStyle(span).filter);
      return filters.find((each) => each !== 'none');
    };
    expect(filterOf()).toMatch(filter);
    await expectAccessible(`the viewer of a veiled image, ${veil}`);
    slide.element().focus();
    await userEvent.keyboard('{Enter}');
    await expect.element(slide).not.toBeInTheDocument();
    await isAt('a', '1 / 3');
    // The button that was pressed is gone; the keys still work.
    await userEvent.keyboard('{ArrowRight}');
    await expect.element(slide).toBeVisible();
    slide.element().focus();
    await userEvent.keyboard('{ArrowRight}');
    await expect.element(viewer().getByText('3 / 3')).toBeVisible();
    await userEvent.keyboard('{ArrowLeft}');
    await expect.element(viewer().getByText('2 / 3')).toBeVisible();
  });
});
