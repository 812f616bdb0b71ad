import type { Locator, Page } from '@playwright/test';

/** Presses a key as an input method does while it composes, both ways in which browsers mark it. */
export async function pressWhileComposing(field: Locator, key: string): Promise<void> {
  for (const mark of [{ isComposing: true }, { keyCode: 229 }]) {
    await field.dispatchEvent('keydown', { key, bubbles: true, cancelable: true, ...mark });
  }
}

/** Sets selects and text boxes one after another in one task, before the page can draw what the first of them changed. */
export async function setFieldsAtOnce(
  page: Page,
  changes: ReadonlyArray<readonly [field: Locator, value: string]>,
): Promise<void> {
  const found = await Promise.all(
    changes.map(async ([field, value]) => ({ field: await field.elementHandle(), value })),
  );
  await page.evaluate((steps) => {
    for (const { field, value } of steps) {
      const isSelect = field instanceof HTMLSelectElement;
      // React replaces the setter of the element itself, and would not notice a value that goes through its own.
      const prototype = isSelect ? HTMLSelectElement.prototype : HTMLInputElement.prototype;
      Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(field, value);
      field?.dispatchEvent(new Event(isSelect ? 'change' : 'input', { bubbles: true }));
    }
  }, found);
}
