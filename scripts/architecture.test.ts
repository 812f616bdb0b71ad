// The diagram and the walks of docs/architecture.md, held against the import rules and against the code.
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
interface Layer {
  /** Which files are of the layer; a file is of the first that fits. */
  files: RegExp;
  /** One of them, or one as it would be called, for the import rules. */
  example: string;
}

/** What the diagram has to show. */
const LAYERS: Readonly<Record<string, Layer>> = {
  contract: { files: /^contract\/src\//, example: 'contract/src/users/users.schema.ts' },
  server_main: { files: /^server\/src\/main\.ts$/, example: 'server/src/main.ts' },
  // The generator of the tables' types is a tool for engineers, as are the databases of tests.
  server_testing: {
    files: /^server\/src\/(testing\/|cli\/generate-schema\.ts)/,
    example: 'server/src/testing/build-test-app.ts',
  },
  demo: { files: /^demo\/src\//, example: 'demo/src/demo-data/demo-data.ts' },
  server_cli: { files: /^server\/src\/cli\//, example: 'server/src/cli/admin.ts' },
  demo_loader: { files: /^server\/src\/app\/demo-data\.ts$/, example: 'server/src/app/demo-data.ts' },
  server_app: { files: /^server\/src\/app\//, example: 'server/src/app/config.ts' },
  server_lib: { files: /^server\/src\/lib\//, example: 'server/src/lib/http/mount.ts' },
  routes: { files: /^server\/src\/.*\.(routes|sockets)\.ts$/, example: 'server/src/users/users.routes.ts' },
  stores: { files: /^server\/src\/.*\.store\.ts$/, example: 'server/src/users/users.store.ts' },
  services: { files: /^server\/src\//, example: 'server/src/users/users.service.ts' },
  panel_build: { files: /^panel\/(build\/|vite\.config\.ts)/, example: 'panel/build/prerender.ts' },
  panel_main: { files: /^panel\/src\/main\.tsx$/, example: 'panel/src/main.tsx' },
  panel_app: { files: /^panel\/src\/app\//, example: 'panel/src/app/router.tsx' },
  panel_lib: { files: /^panel\/src\/lib\//, example: 'panel/src/lib/format.ts' },
  ui: { files: /^panel\/src\/ui\//, example: 'panel/src/ui/button.tsx' },
  legacy: { files: /^panel\/src\/legacy\//, example: 'panel/src/legacy/answers.ts' },
  screens: { files: /^panel\/src\/.*\.tsx$/, example: 'panel/src/users/users-screen.tsx' },
  apis: { files: /^panel\/src\/.*\.api\.ts$/, example: 'panel/src/users/users.api.ts' },
  hooks: { files: /^panel\/src\//, example: 'panel/src/users/users.queries.ts' },
  e2e: { files: /^e2e\/src\//, example: 'e2e/src/harness/test.ts' },
  bench: { files: /^bench\/src\//, example: 'bench/src/main.ts' },
  trust: { files: /^trust\/src\//, example: 'trust/src/scenario.ts' },
  scripts: { files: /^scripts\//, example: 'scripts/lib/panel.mjs' },
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

/** The rules that forbid an import, but those about circles and about what is not there. */
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

const layerOf = (file: string): string | undefined =>
  Object.entries(LAYERS).find(([, { files }]) => files.test(file))?.[0];

const sources = projectFiles.filter((file) => SOURCE.test(file) && !TEST.test(file));

/** The imports between layers; a feature's own files and its layers are the import rules' alone. */
const imports = sources.flatMap((file) =>
  [...textOf(file).matchAll(/(?:\bfrom|\bimport)\s*(\()?\s*'([^']+)'/g)].flatMap(([, call, name = '']) => {
    const target = name.startsWith('.')
      ? path.join(path.dirname(file), name)
      : name.replace(/^@hai-dang\/(\w+)\//, '$1/src/');
    const [from, to] = [layerOf(file), SOURCE.test(target) ? layerOf(target) : undefined];
    return from && to && from !== to ? [{ file, target, from, to, isDynamic: call !== undefined }] : [];
  }),
);

/** Every layer that arrows lead to; those at run time only where the import is one too. */
function reachable(from: string, isDynamic: boolean, seen = new Set<string>()): Set<string> {
  for (const arrow of arrows) {
    if (arrow.from !== from || seen.has(arrow.to) || (arrow.isDynamic && !isDynamic)) continue;
    seen.add(arrow.to);
    reachable(arrow.to, isDynamic, seen);
  }
  return seen;
}

const folderOf = (file: string): string => file.split('/').slice(0, 3).join('/');

describe('the diagram of docs/architecture.md', () => {
  test('shows every layer, and every source file is of one', () => {
    expect(nodes.toSorted()).toEqual(Object.keys(LAYERS).toSorted());
    expect(sources.filter((file) => layerOf(file) === undefined && !/^panel\/[^/]*$/.test(file))).toEqual([]);
  });

  test('every import between two layers follows the arrows', () => {
    const others = imports.filter(({ file, target }) => folderOf(file) !== folderOf(target));
    expect(others.length).toBeGreaterThan(100);
    const against = others.filter(({ from, to, isDynamic }) => !reachable(from, isDynamic).has(to));
    expect(against.map(({ file, target }) => `${file} imports ${target}`)).toEqual([]);
  });

  test('every arrow is an import that the code has', () => {
    const unused = arrows.filter(
      (arrow) =>
        !imports.some(
          ({ from, to, isDynamic }) => from === arrow.from && to === arrow.to && isDynamic === arrow.isDynamic,
        ),
    );
    expect(unused.map(({ text }) => text)).toEqual([]);
  });

  test.each(arrows)('$text is allowed by the import rules', ({ from, to, isDynamic }) => {
    expect(rulesAgainst(LAYERS[from]?.example ?? '', LAYERS[to]?.example ?? '', isDynamic)).toEqual([]);
  });

  test.each([
    ['routes', 'stores', 'edge-not-to-store'],
    ['contract', 'server_lib', 'contract-is-a-leaf'],
    ['screens', 'apis', 'screens-use-hooks'],
    ['hooks', 'panel_app', 'panel-app-is-top'],
    ['panel_lib', 'legacy', 'panel-legacy-fetched-later'],
    ['panel_lib', 'server_lib', 'panel-and-server-never-meet'],
    ['services', 'demo', 'demo-loaded-in-one-place'],
    ['demo_loader', 'demo', 'demo-loaded-when-asked-for'],
    ['demo', 'routes', 'demo-uses-little'],
  ])('an arrow from %s to %s would be found: %s', (from, to, rule) => {
    expect(rulesAgainst(LAYERS[from]?.example ?? '', LAYERS[to]?.example ?? '', false)).toContain(rule);
  });
});

describe('the walks of docs/architecture.md', () => {
  const steps = [...page.matchAll(/^\| \d+ +\| `([^`]+)` +\| `([^`]+)` +\|/gm)].map(([, file = '', name = '']) => ({
    file,
    name,
  }));

  test('both are there', () => {
    expect(steps.length).toBeGreaterThan(20);
  });

  test.each(steps)('$file has $name', ({ file, name }) => {
    expect(textOf(file)).toContain(name);
  });
});
