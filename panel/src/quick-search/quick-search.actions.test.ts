import { expect, test } from 'vitest';
import { isQuickSearchKey } from './quick-search.actions.ts';

const press = (more: object) => ({
  key: 'k',
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  isComposing: false,
  keyCode: 75,
  ...more,
});

test.each([
  [{ ctrlKey: true }, false, true],
  [{ ctrlKey: true, key: 'K' }, false, true],
  [{ metaKey: true }, true, true],
  [{ metaKey: true }, false, false],
  [{ ctrlKey: true }, true, false],
  [{ ctrlKey: true, metaKey: true }, false, false],
  [{ ctrlKey: true, shiftKey: true }, false, false],
  [{ ctrlKey: true, altKey: true }, false, false],
  [{ ctrlKey: true, key: 'j' }, false, false],
  [{ ctrlKey: true, isComposing: true }, false, false],
  [{ ctrlKey: true, keyCode: 229 }, false, false],
  [{}, false, false],
])('isQuickSearchKey: %j, on a Mac %s: %s', (more, onMac, isKey) => {
  expect(isQuickSearchKey(press(more), onMac)).toBe(isKey);
});
