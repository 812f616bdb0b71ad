// Checks the diagram and the walks of docs/architecture.md against the import rules and the code.
import { createRequire } from 'node:module';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { projectFiles, textOf } from './lib/documents.ts';
import { ROOT } from './lib/paths.mjs';

interface Pattern {
  path?: string;
  pathNot?: string;
}
interface Rule {
  name: string;
  from: Pattern;
  to: Pattern & { circular?: boolean; couldNotResolve?: boolean; dependencyTypesNot?: string[] };
}
/** The layers of the diagram, and their files: a file belongs to the first layer that matches. */
const LAYERS: Readonly<Record<string, RegExp>> = {
  contract: /^contract\/src\//,
  server_main: /^server\/src\/main\.ts$/,
  // The generator of the table types is a developer tool, and the test databases are for tests.
  server_testing: /^server\/src\/(testing\/|cli\/generate-schema\.ts|.*\.samples\.ts)/,
  demo: /^demo\/src\//,
  server_cli: /^server\/src\/cli\//,
  demo_loader: /^server\/src\/app\/demo-data\.ts$/,
  server_app: /^server\/src\/app\//,
  server_lib: /^server\/src\/lib\//,
  routes: /^server\/src\/.*\.(routes|sockets)\.ts$/,
  stores: /^server\/src\/.*\.store\.ts$/,
  services: /^server\/src\//,
  panel_build: /^panel\/(build\/|vite\.config\.ts)/,
  panel_main: /^panel\/src\/main\.tsx$/,
  panel_app: /^panel\/src\/app\//,
  panel_lib: /^panel\/src\/lib\//,
  entities: /^panel\/src\/entities\//,
  ui: /^panel\/src\/ui\//,
  legacy: /^panel\/src\/legacy\//,
  screens: /^panel\/src\/.*\.tsx$/,
  apis: /^panel\/src\/.*\.api\.ts$/,
  hooks: /^panel\/src\//,
  e2e: /^e2e\/(src\/|playwright\.config\.ts)/,
  bench: /^bench\/src\//,
  trust: /^trust\/src\//,
  scripts: /^scripts\//,
};
const SOURCE = /^(contract|server|panel|demo|e2e|bench|trust|scripts)\/.*\.(tsx?|mjs)$/;
/** Tests import whatever they test. */
const TEST = /\.test\.tsx?$|^(contract|panel)\/src\/testing\/|\.d\.m?ts$|^bench\/peers\//;

const page = textOf('docs/architecture.md');
const [, diagram = ''] = /```mermaid\n(.*?)```/s.exec(page) ?? [];
const nodes = [...diagram.matchAll(/^\s*(\w+)\[/gm)].map(([, id = '']) => id);
/** A dotted arrow is an import at run time, `import()`. */
const arrows = [...diagram.matchAll(/^\s*(\w+) (-->|-\.->) (\w+)$/gm)].map(([text, from = '', kind, to = '']) => ({
  text: text.trim(),
  from,
  to,
  isDynamic: kind === '-.->',
}));

const { forbidden }: { forbidden: Rule[] } = createRequire(import.meta.url)(path.join(ROOT, '.dependency-cruiser.cjs'));

/** The rules that forbid an import, without those about cycles and about missing files. */
function rulesAgainst(from: string, to: string, isDynamic: boolean): string[] {
  const broken = forbidden.filter((rule) => {
    if (rule.to.circular || rule.to.couldNotResolve || (isDynamic && rule.to.dependencyTypesNot)) return false;
    const importer = new RegExp(rule.from.path ?? '').exec(from);
    if (!importer || (rule.from.pathNot && new RegExp(rule.from.pathNot).test(from))) return false;
    const inFeature = (pattern: string) => new RegExp(pattern.replaceAll('$1', importer[1] ?? '$1'));
    return inFeature(rule.to.path ?? '').test(to) && !(rule.to.pathNot && inFeature(rule.to.pathNot).test(to));
  });
  return broken.map(({ name }) => name);
}

const layerOf = (file: string): string | undefined => Object.entries(LAYERS).find(([, files]) => files.test(file))?.[0];

const sources = projectFiles.filter((file) => SOURCE.test(file) && !TEST.test(file));

/**
 * The imports between layers; imports within a feature and between its layers are checked by the import rules alone.
 */
const imports = sources.flatMap((file) =>
  [...textOf(file).matchAll(/(?:\bfrom|\bimport)\s*(\()?\s*'([^']+)'/g)].flatMap(([, call, name = '']) => {
    const target = name.startsWith('.')
      ? path.join(path.dirname(file), name)
      : name.replace(/^@hai-dang\/(\w+)\//, '$1/src/');
    const [from, to] = [layerOf(file), SOURCE.test(target) ? layerOf(target) : undefined];
    return from && to && from !== to ? [{ file, target, from, to, isDynamic: call !== undefined }] : [];
  }),
);

/** Every layer reachable by arrows; run-time arrows count only for run-time imports. */
function reachable(from: string, isDynamic: boolean, seen = new Set<string>()): Set<string> {
  for (const arrow of arrows) {
    if (arrow.from !== from || seen.has(arrow.to) || (arrow.isDynamic && !isDynamic)) continue;
    seen.add(arrow.to);
    reachable(arrow.to, isDynamic, seen);
  }
  return seen;
}

const folderOf = (file: string): string => file.split('/').slice(0, 3).join('/');

describe('diagram of docs/architecture.md', () => {
  test('shows every layer, and every source file is in a layer', () => {
    expect(nodes.toSorted()).toEqual(Object.keys(LAYERS).toSorted());
    expect(sources.filter((file) => layerOf(file) === undefined && !/^panel\/[^/]*$/.test(file))).toEqual([]);
  });

  test('every import between two layers follows the arrows', () => {
    const others = imports.filter(({ file, target }) => folderOf(file) !== folderOf(target));
    expect(others.length).toBeGreaterThan(100);
    const against = others.filter(({ from, to, isDynamic }) => !reachable(from, isDynamic).has(to));
    expect(against.map(({ file, target }) => `${file} imports ${target}`)).toEqual([]);
  });

  test.each(arrows)('$text: the code has such an import, and the import rules allow it', ({ from, to, isDynamic }) => {
    const ofArrow = imports.find((one) => one.from === from && one.to === to && one.isDynamic === isDynamic);
    expect(ofArrow).toBeDefined();
    expect(rulesAgainst(ofArrow?.file ?? '', ofArrow?.target ?? '', isDynamic)).toEqual([]);
  });

  test.each([
    ['server/src/users/users.routes.ts', 'server/src/users/users.store.ts', 'edge-not-to-store'],
    ['server/src/users/list-users.ts', 'server/src/posts/posts.store.ts', 'server-features-meet-at-use-cases'],
    ['contract/src/users/users.schema.ts', 'server/src/lib/ids.ts', 'contract-is-a-leaf'],
    ['server/src/users/list-users.ts', 'demo/src/factories/user-factory.ts', 'demo-loaded-in-one-place'],
    ['demo/src/factories/user-factory.ts', 'server/src/users/users.store.ts', 'demo-uses-little'],
    ['panel/src/users/users-screen.tsx', 'panel/src/users/users.api.ts', 'screens-use-hooks'],
    ['panel/src/entities/user-name.tsx', 'panel/src/users/users.queries.ts', 'panel-entities-above-ui'],
    ['panel/src/users/users.queries.ts', 'panel/src/app/routing/router.tsx', 'panel-app-is-top'],
    ['panel/src/lib/format.ts', 'panel/src/legacy/responses.ts', 'panel-legacy-fetched-later'],
    ['panel/src/lib/format.ts', 'server/src/lib/ids.ts', 'panel-and-server-never-meet'],
  ])('an arrow for an import of %s from %s would be rejected by %s', (file, target, rule) => {
    expect(rulesAgainst(file, target, false)).toContain(rule);
  });
});

describe('walks of docs/architecture.md', () => {
  const steps = [...page.matchAll(/^\| \d+ +\| `([^`]+)` +\| `([^`]+)` +\|/gm)].map(([, file = '', name = '']) => ({
    file,
    name,
  }));

  test('both are in the document', () => {
    expect(steps.length).toBeGreaterThan(20);
  });

  test.each(steps)('$file has $name', ({ file, name }) => {
    expect(textOf(file)).toContain(name);
  });
});
