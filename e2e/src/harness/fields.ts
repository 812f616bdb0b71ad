import type { Locator, Page } from '@playwright/test';

/** Presses a key as an input method does during a composition, with both marks that browsers use. */
export async function pressWhileComposing(field: Locator, key: string): Promise<void> {
  for (const mark of [{ isComposing: true }, { keyCode: 229 }]) {
    await field.dispatchEvent('keydown', { key, bubbles: true, cancelable: true, ...mark });
  }
}

/** Sets selects and text boxes one after another in one task, without a render in between. */
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
      // React overrides the setter on the element: a value set through it would fire no change event.
      const prototype = isSelect ? HTMLSelectElement.prototype : HTMLInputElement.prototype;
      Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(field, value);
      field?.dispatchEvent(new Event(isSelect ? 'change' : 'input', { bubbles: true }));
    }
  }, found);
}
