import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { type Action, uniqueActions } from './actions.ts';

const SRC = path.resolve(import.meta.dirname, '..');
/** Matches the declaration of an id, after the feature. */
const DECLARED_ID = /\bid: ['`]([a-z]\w*\.[\w${}]+)['`]/g;

const action = (id: string, more: Partial<Action> = {}): Action => ({ id, label: id, group: 'decide', ...more });

test('uniqueActions: sorts by group, and within a group by the order of registration', () => {
  const actions = [
    action('a.go', { group: 'go' }),
    action('b.decide'),
    action('c.move', { group: 'move' }),
    action('d.decide'),
  ];
  expect(uniqueActions(actions).map(({ id }) => id)).toEqual(['c.move', 'b.decide', 'd.decide', 'a.go']);
});

test('uniqueActions: of two actions with the same id returns the last one that can be run', () => {
  const [table, bar] = [{ run: () => undefined }, { run: () => undefined }];
  const listed = (ofTable: boolean, ofBar: boolean) =>
    uniqueActions([action('a.set', { ...table, when: ofTable }), action('a.set', { ...bar, when: ofBar })]).map(
      ({ run }) => run,
    );
  expect(listed(true, true)).toEqual([bar.run]);
  expect(listed(false, true)).toEqual([bar.run]);
  expect(listed(true, false)).toEqual([table.run]);
  expect(listed(false, false)).toEqual([table.run]);
});

test('action ids: each is declared in one file only', () => {
  const files = readdirSync(SRC, { recursive: true, encoding: 'utf8' }).filter(
    (file) => /\.tsx?$/.test(file) && !file.includes('.test.') && !file.startsWith('catalogue'),
  );
  const ids = files.flatMap((file) => {
    return Array.from(readFileSync(path.join(SRC, file), 'utf8').matchAll(DECLARED_ID), ([, id = '']) => id);
  });
  expect(ids).toContain('users.disable');
  expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
});
