import type { Locator } from '@playwright/test';

/** Presses a key as an input method does during a composition, with both marks that browsers use. */
export async function pressWhileComposing(field: Locator, key: string): Promise<void> {
  for (const mark of [{ isComposing: true }, { keyCode: 229 }]) {
    await field.dispatchEvent('keydown', { key, bubbles: true, cancelable: true, ...mark });
  }
}
