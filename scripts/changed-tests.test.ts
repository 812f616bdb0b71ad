import { expect, test } from 'vitest';
import { testsOfChangedFeatures } from './lib/changed-tests.mjs';

const NOTES = 'server/src/moderation/notes/notes.integration.test.ts';
const QUEUE = 'server/src/moderation/queue/reports-list.integration.test.ts';
const POSTS = 'server/src/posts/posts.reading.integration.test.ts';
const BALANCER = 'scripts/cluster.system.test.ts';
const ALL = [NOTES, QUEUE, POSTS, BALANCER];

test.each([
  ['server/src/moderation/notes/create-note.ts', [NOTES]],
  ['contract/src/moderation/notes.endpoints.ts', [NOTES]],
  ['contract/src/moderation/priority.ts', [NOTES, QUEUE]],
  ['server/src/posts/posts.store.ts', [POSTS]],
  [POSTS, [POSTS]],
  ['contract/src/new-feature/new-feature.schema.ts', ALL],
  ['server/src/lib/db/transact.ts', ALL],
  ['server/src/main.ts', ALL],
  ['server/migrations/0003_users.sql', ALL],
  ['package.json', ALL],
  ['panel/src/ui/button.tsx', []],
  ['docs/operations.md', []],
])('testsOfChangedFeatures: %s', (file, expected) => {
  expect(testsOfChangedFeatures([file], ALL)).toEqual(expected);
});

test('testsOfChangedFeatures: several files select the tests of each', () => {
  const changed = [
    'server/src/posts/posts.store.ts',
    'server/src/moderation/notes/create-note.ts',
    'panel/src/main.tsx',
  ];
  expect(testsOfChangedFeatures(changed, ALL)).toEqual([NOTES, POSTS]);
});
