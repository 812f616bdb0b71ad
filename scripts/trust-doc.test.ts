import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { attacks } from '../trust/src/attack/attacks.ts';
import { faults } from '../trust/src/chaos/faults.ts';

const ROOT = path.resolve(import.meta.dirname, '..');
const page = readFileSync(path.join(ROOT, 'docs/trust.md'), 'utf8');

/** Code spans with a slash and a file extension. */
const filesNamed = [...page.matchAll(/`([\w.-]+(?:\/[\w.-]+)+\.(?:test\.tsx?|tsx?|mjs|sql|md))`/g)].map(
  ([, name = '']) => name,
);

test('docs/trust.md: every file that it names exists', () => {
  expect(filesNamed.length).toBeGreaterThan(0);
  expect(filesNamed.filter((name) => !existsSync(path.join(ROOT, name)))).toEqual([]);
});

test.each([
  ['attack', attacks],
  ['chaos', faults],
] as const)('docs/trust.md: names every line of `npm run %s`, and no other', (command, scenarios) => {
  const named = [...page.matchAll(new RegExp(`\`npm run ${command}\`: ([^;|\n]+)`, 'g'))].map(([, line = '']) =>
    line.trim(),
  );
  expect([...new Set(named)].sort()).toEqual(scenarios.map(({ line }) => line).sort());
});
