import type { Locator } from 'vitest/browser';

/** Sets selects and text boxes one after another in one task, without a render in between. */
export function setFieldsAtOnce(changes: ReadonlyArray<readonly [field: Locator, value: string]>): void {
  const found = changes.map(([field, value]) => ({ field: field.element(), value }));
  for (const { field, value } of found) {
    const isSelect = field instanceof HTMLSelectElement;
    // React overrides the setter on the element: a value set through it would fire no change event.
    const prototype = isSelect ? HTMLSelectElement.prototype : HTMLInputElement.prototype;
    Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(field, value);
    field.dispatchEvent(new Event(isSelect ? 'change' : 'input', { bubbles: true }));
  }
}
