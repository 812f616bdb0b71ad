import path from 'node:path';
import { expect, test } from 'vitest';
import { documents, projectFiles, textOf } from './lib/documents.ts';

const files = new Set(projectFiles);
const folders = new Set(projectFiles.map((file) => file.split('/')[0]));

/** The anchors that GitHub derives from headings. */
const anchorsOf = (file: string): string[] =>
  [...textOf(file).matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-'),
  );

/** `lib/ids.ts` and `ids.ts` for one file, `.keys.ts` for many. */
const isEndOfFile = (name: string): boolean =>
  projectFiles.some((file) => file.endsWith(name.startsWith('.') ? name : `/${name}`));

test.each(documents)('%s: every file that it names exists', (document) => {
  const named = [...textOf(document).matchAll(/`((?:[\w.-]+\/)*[\w.-]+\.(?:tsx?|mjs|cjs|sql|yaml))`/g)];
  const missing = named
    .map(([, name = '']) => name)
    // A path from the root must be complete; any other may omit its beginning.
    .filter((name) => !files.has(name))
    .filter((name) => folders.has(name.split('/')[0]) || !isEndOfFile(name));
  expect(missing).toEqual([]);
});

test.each(documents)('%s: every link to a document leads to it', (document) => {
  // Links of the guide to screens are checked beside its build (panel/build/guide-tree.test.ts).
  const links = [...textOf(document).matchAll(/\]\((?!https?:|\/admin\/)([^)\s#]*)(?:#([^)\s]+))?\)/g)];
  const broken = links.filter(([, target = '', anchor]) => {
    const file = target === '' ? document : path.join(path.dirname(document), target);
    if (target.endsWith('/')) return !projectFiles.some((one) => one.startsWith(file));
    return !files.has(file) || (anchor !== undefined && !anchorsOf(file).includes(anchor));
  });
  expect(broken.map(([link]) => link)).toEqual([]);
});

test('docs/operations.md: every log line that it quotes exists in the server’s code', () => {
  const page = textOf('docs/operations.md').replaceAll(/\s+/g, ' ');
  const beforeLine = /(?:log says[^`.|]*|(?:The log|Log|log of the start): )`([^`]* [^`]*)`/g;
  const afterLine = /`([^`]* [^`]*)` in the log/g;
  const quoted = [...page.matchAll(beforeLine), ...page.matchAll(afterLine)].map(([, line = '']) => line);
  const code = projectFiles
    .filter((file) => /^server\/src\/.*(?<!\.test)\.ts$/.test(file))
    .map(textOf)
    .join('\n');
  expect(quoted.length).toBeGreaterThan(10);
  expect(quoted.filter((line) => !code.includes(line.replace(' …', '')))).toEqual([]);
});

test('CONTRIBUTING.md names every check of npm test', () => {
  const script = textOf('scripts/test.mjs');
  const checks = [...script.matchAll(/(?:check|add|title|test|runPart)\('([^']+)'/g)].map(([, name = '']) => name);
  const page = textOf('CONTRIBUTING.md');
  const notChecks = new Set(['result', 'the panel']);
  expect(checks.length).toBeGreaterThan(10);
  expect(checks.filter((name) => !notChecks.has(name) && !page.includes(name))).toEqual([]);
});
