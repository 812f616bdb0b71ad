import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parseGuide } from '../../build/guide-tree.ts';
import { GUIDE_SECTIONS, hintedScreen } from './hints.ts';
import { ADMIN_ROUTES } from './routing/routes.tsx';

test('GUIDE_SECTIONS: each is a section of the guide', () => {
  const markdown = readFileSync(new URL('../../../docs/huong-dan.md', import.meta.url), 'utf8');
  const { sections } = parseGuide(markdown, (src) => ({ src, width: 1, height: 1 }));
  const ids = sections.map(({ id }) => id);
  expect(Object.values(GUIDE_SECTIONS).filter((section) => !ids.includes(section))).toEqual([]);
});

test('hintedScreen: finds every screen by its path, except the guide itself', () => {
  const found = Object.values(ADMIN_ROUTES).map(({ path }) => hintedScreen(path));
  expect(found.filter(Boolean)).toEqual(Object.keys(ADMIN_ROUTES).filter((name) => name !== 'help'));
  expect(hintedScreen('')).toBeUndefined();
});
