import { expect, test } from 'vitest';
import { statementName, withoutValues } from './traces.ts';

test.each([
  ['select "id" from "users" where "email" = $1', 'select users'],
  ['insert into "sessions" ("user_id") values ($1)', 'insert sessions'],
  ['update "reports" set "state" = $1', 'update reports'],
  ['delete from "messages"', 'delete messages'],
  ['\n  with gone as (delete from posts returning id) select 1', 'with posts'],
  ['begin', 'begin'],
  ['', 'statement'],
])('statementName: %j gives %j', (text, name) => {
  expect(statementName(text)).toBe(name);
});

test.each([
  ['where "role" = \'admin\' and "id" = $1', 'where "role" = ? and "id" = $1'],
  ["select 'it''s Lan' || 'Mai'", 'select ? || ?'],
  ["select 'not closed", 'select ?'],
])('withoutValues: no value remains of %j', (text, left) => {
  expect(withoutValues(text)).toBe(left);
});

test('withoutValues: a value cut by the length limit is removed too', () => {
  const text = `${' '.repeat(1_990)}'secret of somebody'`;
  expect(withoutValues(text).trim()).toBe('?');
});
