import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const SRC = path.resolve(import.meta.dirname, '..');
/** Components of a long list need a feature's list, and its export the server; the screens show them. */
const NOT_BY_ITSELF = [
  'entities/export-button.tsx',
  'ui/table-head.tsx',
  'ui/table-row.tsx',
  'ui/virtual-grid.tsx',
  'ui/virtual-table.tsx',
];

/** The modules that a module imports, itself included, statically or dynamically. */
function needed(file: string, into = new Set<string>()): ReadonlySet<string> {
  if (into.has(file)) return into;
  into.add(file);
  const text = readFileSync(path.join(SRC, file), 'utf8');
  for (const [, target = ''] of text.matchAll(/(?:from|import\()\s*'(\.[^']+\.tsx?)'/g)) {
    needed(path.join(path.dirname(file), target), into);
  }
  return into;
}

const componentsIn = (folder: string): string[] =>
  readdirSync(path.join(SRC, folder))
    .filter((name) => name.endsWith('.tsx') && !name.endsWith('.test.tsx'))
    .map((name) => `${folder}/${name}`);

test('catalogue: shows every component of ui/ and entities/', () => {
  const shown = needed('catalogue/main.tsx');
  const components = [...componentsIn('ui'), ...componentsIn('entities')];
  expect(components.length).toBeGreaterThan(30);
  expect(components.filter((file) => !shown.has(file) && !NOT_BY_ITSELF.includes(file))).toEqual([]);
});
