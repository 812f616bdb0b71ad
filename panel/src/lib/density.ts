import type { Density } from '@hai-dang/contract/account/preferences.schema.ts';
import { browserStorage } from './browser-storage.ts';

/** The script in the HTML's head (build/early-scripts.ts) reads it, too; it sets the density before the first paint. */
const STORAGE_KEY = 'density';
/** The share of the usual height that a compact row has; --spacing of `list-row` in app.css says the same. */
const COMPACT_SHARE = 0.8;

/** Shows the rows of lists with this density, on the next pages of this browser, too. */
export function setDensity(density: Density): void {
  if (density === 'compact') browserStorage.set(STORAGE_KEY, density);
  else browserStorage.remove(STORAGE_KEY);
  document.documentElement.dataset['density'] = density;
}

/** The height of a row with the present density, from its usual height, both in px. */
export const denseHeightPx = (usualPx: number): number =>
  document.documentElement.dataset['density'] === 'compact' ? usualPx * COMPACT_SHARE : usualPx;
