import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '../testing/expect-accessible.ts';
import { imageOf } from '../testing/images.ts';
import { renderPanel } from '../testing/render-panel.tsx';
import { PostImages } from './post-images.tsx';

const IMAGES = ['#285', '#a33', '#333', '#582'].map((colour) => imageOf(colour));
const viewer = () => page.getByRole('dialog', { name: 'Xem ảnh' });
const thumbnail = (index: number, state = '') =>
  page.getByRole('button', { name: `Xem ảnh ${index} trên 4${state}`, exact: true });
const filterOf = (index: number, state = '') => {
  const spans = [...thumbnail(index, state).element().querySelectorAll('span')];
  return spans.map((span) => getComputedStyle(span).filter).find((each) => each !== 'none') ?? 'none';
};

describe('PostImages', () => {
  test.each(['preview', 'evidence'] as const)('%s: a press opens the viewer at that image', async (layout) => {
    await renderPanel(<PostImages images={IMAGES} authorName="Lan" layout={layout} />);
    await expectAccessible(`images, ${layout}`);
    await thumbnail(3).click();
    await expect.element(viewer().getByText('3 / 4')).toBeVisible();
    await expect.element(viewer().getByRole('img', { name: 'Ảnh trong bài viết của Lan' })).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await expect.element(thumbnail(3)).toHaveFocus();
  });

  test('more than are shown: are counted on the last one; the viewer shows all of them', async () => {
    await renderPanel(<PostImages images={IMAGES} authorName="Lan" layout="preview" shownAtMost={3} />);
    await expect.element(thumbnail(4)).not.toBeInTheDocument();
    await expect.element(page.getByText('+1')).toBeVisible();
    await page.getByRole('button', { name: 'Xem ảnh 3 trên 4 +1' }).click();
    await expect.element(viewer().getByText('3 / 4')).toBeVisible();
    await userEvent.keyboard('{ArrowRight}');
    await expect.element(viewer().getByText('4 / 4')).toBeVisible();
  });

  test('blurred: a press unblurs one image, a second one opens the viewer, where the others are blurred', async () => {
    const BLURRED = ', đang làm mờ';
    await renderPanel(<PostImages images={IMAGES} authorName="Lan" layout="evidence" veil="blur" />);
    await expectAccessible('blurred images');
    expect(filterOf(1, BLURRED)).toMatch(/^blur/);
    await thumbnail(1, BLURRED).click();
    expect(filterOf(1)).toBe('none');
    expect(filterOf(2, BLURRED)).toMatch(/^blur/);
    await expect.element(thumbnail(1)).toHaveFocus();
    await expect.element(viewer()).not.toBeInTheDocument();
    await userEvent.keyboard('{Enter}');
    await expect.element(viewer().getByRole('img')).toBeVisible();
    await viewer().getByRole('button', { name: 'Ảnh sau' }).click();
    const slide = viewer().getByRole('button', { name: 'Xem ảnh, đang làm mờ', exact: false });
    slide.element().focus();
    await userEvent.keyboard('{Enter}');
    await expect.element(slide).not.toBeInTheDocument();
    await userEvent.keyboard('{Escape}');
    // Unblurred in the viewer, it is so outside of it.
    await expect.element(thumbnail(2)).toBeVisible();
    expect(filterOf(2)).toBe('none');
    expect(filterOf(3, BLURRED)).toMatch(/^blur/);
  });

  test('the preference is not known yet: no image is visible, and none can be pressed', async () => {
    await renderPanel(<PostImages images={IMAGES} authorName="Lan" layout="preview" veil="pending" />);
    for (const index of [1, 2, 3, 4]) await expect.element(thumbnail(index, ', đang tải')).toBeDisabled();
    for (const img of document.querySelectorAll('img')) expect(getComputedStyle(img).visibility).toBe('hidden');
  });

  test('no images: shows nothing', async () => {
    await renderPanel(<PostImages images={[]} authorName="Lan" layout="preview" />);
    await expect.element(page.getByRole('list')).not.toBeInTheDocument();
  });
});
