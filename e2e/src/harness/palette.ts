import type { Page } from '@playwright/test';

export const QUICK_SEARCH_CALL = '/api/admin/quick-search';

/** The button in the header, which comes with the palette's key. */
const paletteButton = (page: Page) => page.getByRole('button', { name: 'Tìm nhanh', exact: true });
export const palette = (page: Page) => page.getByRole('dialog', { name: 'Tìm nhanh' });
export const paletteField = (page: Page) => palette(page).getByRole('combobox');
export const paletteOptions = (page: Page) => palette(page).getByRole('option');
/** The options below a heading. */
export const optionsOf = (page: Page, heading: string) =>
  palette(page).getByRole('group', { name: heading, exact: true }).getByRole('option');
export const activeOption = (page: Page) => palette(page).getByRole('option', { selected: true });

/** Waits until the screen listens for the palette's key. */
export async function paletteReady(page: Page): Promise<void> {
  await paletteButton(page).waitFor();
  await page.waitForLoadState('networkidle');
}

/** Opens the palette with its key. */
export async function openPalette(page: Page): Promise<void> {
  await paletteReady(page);
  await page.keyboard.press('Control+K');
  await paletteField(page).waitFor();
}
