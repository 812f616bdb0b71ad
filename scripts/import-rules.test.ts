import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';

const ROOT = path.resolve(import.meta.dirname, '..');
const CONFIG = path.join(ROOT, '.dependency-cruiser.cjs');
const config: { forbidden: { name: string }[] } = createRequire(import.meta.url)(CONFIG);
const TIMEOUT_MS = 30_000;
const TOP_FOLDERS = ['contract', 'server', 'demo', 'panel'];

/** A clean layout with every allowed type of import. */
const CLEAN: Record<string, string[]> = {
  'contract/src/users/users.schema.ts': ['zod/mini'],
  'contract/src/lib/collect.ts': ['node:fs'],
  'contract/src/testing/any-text.ts': ['fast-check'],
  'server/src/main.ts': ['./app/build-app.ts'],
  'server/src/app/build-app.ts': ['fastify', '../users/users.routes.ts', '../lib/db/database.ts'],
  'server/src/app/config.ts': [],
  'server/src/lib/db/database.ts': ['kysely', 'pg'],
  'server/src/users/users.routes.ts': ['fastify', './list-users.ts', '@hai-dang/contract/users/users.schema.ts'],
  'server/src/users/list-users.ts': ['./users.store.ts', '../posts/find-content.ts'],
  'server/src/users/users.store.ts': ['kysely', '../lib/db/database.ts'],
  'server/src/users/users.store.integration.test.ts': ['../testing/test-database.ts', './users.store.ts'],
  'server/src/lib/context.ts': ['./db/database.ts'],
  'server/src/posts/find-content.ts': ['./posts.store.ts', '../lib/context.ts'],
  'server/src/posts/posts.store.ts': ['kysely'],
  'server/src/audit/record-audit.ts': ['../lib/context.ts'],
  'server/src/moderation/actions/restore-content.ts': ['../../posts/find-content.ts', '../../audit/record-audit.ts'],
  'server/src/users/users.samples.ts': ['../testing/test-database.ts'],
  'server/src/testing/test-database.ts': ['../lib/db/database.ts'],
  'demo/src/demo-data/demo-data.ts': ['../../../server/src/lib/db/database.ts', '../../../server/src/app/config.ts'],
  'panel/src/main.tsx': ['./app/routing/router.tsx'],
  'panel/src/app/routing/router.tsx': ['../../users/users-screen.tsx', '../../posts/posts-list.tsx'],
  'panel/src/users/users-screen.tsx': ['./users.queries.ts', '../entities/user-name.tsx', '../ui/button.tsx'],
  'panel/src/users/users.queries.ts': ['@tanstack/react-query', './users.api.ts'],
  'panel/src/users/users.api.ts': ['../lib/api-client.ts'],
  'panel/src/posts/posts-list.tsx': ['react'],
  'panel/src/lib/api-client.ts': ['@hai-dang/contract/users/users.schema.ts'],
  'panel/src/legacy/responses.ts': ['../lib/api-error.ts'],
  'panel/src/lib/api-error.ts': [],
  'panel/src/entities/user-name.tsx': ['@hai-dang/contract/users/users.schema.ts', '../ui/button.tsx'],
  'panel/src/ui/button.tsx': ['react'],
};

/** For each rule: one forbidden import, and the file that has it. */
const VIOLATIONS: Record<string, [from: string, to: string]> = {
  'no-circular': ['server/src/posts/find-content.ts', '../users/list-users.ts'],
  'no-unresolved': ['server/src/users/list-users.ts', './nowhere.ts'],
  'no-test-code-in-product': ['server/src/users/list-users.ts', '../testing/test-database.ts'],
  'contract-is-a-leaf': ['contract/src/users/users.schema.ts', '../../../server/src/lib/db/database.ts'],
  'contract-only-zod': ['contract/src/users/users.schema.ts', 'fastify'],
  'panel-and-server-never-meet': ['panel/src/lib/api-client.ts', '../../../server/src/lib/db/database.ts'],
  'server-app-is-top': ['server/src/users/users.routes.ts', '../app/build-app.ts'],
  'server-lib-is-floor': ['server/src/lib/db/database.ts', '../../posts/find-content.ts'],
  'edge-not-to-store': ['server/src/users/users.routes.ts', './users.store.ts'],
  'use-case-not-to-edge': ['server/src/users/list-users.ts', 'fastify'],
  'store-not-upward': ['server/src/users/users.store.ts', '../posts/find-content.ts'],
  'sql-only-in-stores': ['server/src/users/list-users.ts', 'kysely'],
  'server-features-meet-at-use-cases': ['server/src/users/list-users.ts', '../posts/posts.store.ts'],
  'server-features-know-no-moderation': [
    'server/src/posts/find-content.ts',
    '../moderation/actions/restore-content.ts',
  ],
  'audit-and-auth-below-features': ['server/src/audit/record-audit.ts', '../users/list-users.ts'],
  'demo-loaded-in-one-place': ['server/src/users/list-users.ts', '../../../demo/src/demo-data/demo-data.ts'],
  'demo-loaded-when-asked-for': ['server/src/app/demo-data.ts', '../../../demo/src/demo-data/demo-data.ts'],
  'demo-uses-little': ['demo/src/demo-data/demo-data.ts', '../../../server/src/users/list-users.ts'],
  'panel-app-is-top': ['panel/src/users/users.queries.ts', '../app/routing/router.tsx'],
  'panel-shared-is-floor': ['panel/src/lib/api-client.ts', '../users/users.api.ts'],
  'panel-entities-above-ui': ['panel/src/entities/user-name.tsx', '../users/users.queries.ts'],
  'panel-legacy-behind-lib': ['panel/src/users/users.api.ts', '../legacy/responses.ts'],
  'panel-legacy-fetched-later': ['panel/src/lib/api-client.ts', '../legacy/responses.ts'],
  'panel-features-never-meet': ['panel/src/users/users-screen.tsx', '../posts/posts-list.tsx'],
  'screens-use-hooks': ['panel/src/users/users-screen.tsx', './users.api.ts'],
  'ui-is-pure': ['panel/src/ui/button.tsx', '@tanstack/react-query'],
};

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'hai-dang-imports-'));
  await symlink(path.join(ROOT, 'node_modules'), path.join(folder, 'node_modules'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** The names of the rules that a layout breaks. */
async function brokenRules(layout: Record<string, string[]>): Promise<string[]> {
  for (const top of TOP_FOLDERS) await rm(path.join(folder, top), { recursive: true, force: true });
  for (const [file, imports] of Object.entries(layout)) {
    const absolute = path.join(folder, file);
    await mkdir(path.dirname(absolute), { recursive: true });
    await writeFile(absolute, imports.map((target) => `import type {} from '${target}';\n`).join(''));
  }
  const args = ['--config', CONFIG, '--output-type', 'json', ...TOP_FOLDERS];
  const output = await new Promise<string>((resolve) => {
    execFile(path.join(ROOT, 'node_modules/.bin/depcruise'), args, { cwd: folder }, (_error, stdout) =>
      resolve(stdout),
    );
  });
  const { summary }: { summary: { violations: { rule: { name: string } }[] } } = JSON.parse(output);
  return [...new Set(summary.violations.map(({ rule }) => rule.name))];
}

test('import rules: a clean layout breaks none', { timeout: TIMEOUT_MS }, async () => {
  expect(await brokenRules(CLEAN)).toEqual([]);
});

test('import rules: every rule has a violation here', () => {
  expect(Object.keys(VIOLATIONS)).toEqual(config.forbidden.map(({ name }) => name));
});

test.each(Object.entries(VIOLATIONS))(
  'import rules: %s is reported',
  { timeout: TIMEOUT_MS },
  async (name, [from, to]) => {
    expect(await brokenRules({ ...CLEAN, [from]: [...(CLEAN[from] ?? []), to] })).toContain(name);
  },
);
