import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { LAST_OF_BASELINE } from '../lib/db/baseline.ts';
import { readMigrations } from '../lib/db/migration-files.ts';
import { findBrokenRules } from './migration-rules.ts';

const VERSION = '1.3.0';
const CONTRACT = '-- Contract: unused since 1.2.0\n';
const broken = (text: string) => findBrokenRules([{ name: '0012_x', text }], VERSION);

test('findBrokenRules: nothing for the migrations after the baseline', async () => {
  const { version } = JSON.parse(await readFile(new URL('../../../package.json', import.meta.url), 'utf8'));
  const later = (await readMigrations()).filter(({ name }) => name > LAST_OF_BASELINE);
  expect(findBrokenRules(later, version)).toEqual([]);
});

test.each([
  'alter table posts add column pinned_at timestamptz;',
  "alter table posts add column kind text not null default 'post', add column note text;",
  'create table labels (id text primary key, name text not null);\ncreate index labels_name on labels (name);\nalter table labels drop column name;',
  '-- Without a transaction: built while others write.\ncreate index concurrently if not exists posts_kind on posts (kind);\nanalyze posts;',
  'alter table posts drop constraint posts_kind_check, alter column kind drop not null, alter column kind drop default;',
  'alter table posts add constraint posts_kind check (kind is not null) not valid;',
  'alter index posts_kind rename to posts_by_kind; alter table posts rename constraint a to b;',
  "-- Drops nothing; this doesn't either.\ncomment on table posts is 'drop table users; rename';",
  'create or replace function f() returns void language plpgsql as $$ begin drop table scratch; end $$;',
  'drop index if exists posts_kind; create or replace view users as select * from accounts;',
])('findBrokenRules: %s: nothing', (text) => {
  expect(broken(text)).toEqual([]);
});

test.each([
  ['drop table posts;', 'drops: drop table posts'],
  ['DROP VIEW users;', 'drops: drop view users'],
  ['alter table posts drop column title;', 'drops a column: posts drop column title'],
  ['alter table posts drop title, add column x int;', 'drops a column: posts drop title'],
  ['alter table if exists only posts\n  rename title to heading;', 'renames: posts rename title to heading'],
  ['alter table "posts" rename to articles;', 'renames: posts rename to articles'],
  ['alter table posts alter title type varchar(9);', 'changes the type of a column: posts alter title type varchar(9)'],
  ['alter table posts alter column likes set data type bigint;', 'changes the type of a column: '],
  ['alter table posts alter column title set not null;', 'sets posts.title "not null" without a validated check'],
  ['alter table posts add kind text not null;', 'adds a column with "not null" and no default: '],
  ['alter table posts add column a int, add column b int not null;', 'adds a column with "not null" and no default: '],
  ['alter table posts add constraint a check (likes > 0);', 'adds a constraint without "not valid": '],
  ['alter table posts add constraint a unique (title);', 'builds an index without "concurrently": '],
  ['create index posts_kind on posts (kind);', 'builds an index without "concurrently"'],
  ['create unique index on posts (kind);', 'builds an index without "concurrently"'],
  ['do $$ begin drop table posts; end $$;', 'drops: begin drop table posts'],
  ['-- Without a transaction\nalter table posts add column x int;', 'has a step that cannot be run again'],
])('findBrokenRules: %s: %s', (text, what) => {
  expect(broken(text)).toEqual([expect.stringContaining(`0012_x: ${what}`)]);
});

test('findBrokenRules: a contract file may drop, rename and change types, but not take blocking locks', () => {
  expect(broken(`${CONTRACT}drop table labels; alter table posts drop column kind;`)).toEqual([]);
  expect(broken(`${CONTRACT}create index posts_kind on posts (kind);`)).toHaveLength(1);
  expect(broken(`-- Why.\n${CONTRACT}drop table labels;`)).toHaveLength(1);
});

test.each(['1.3.0', '1.10.0', '2.0.0'])(
  'findBrokenRules: a contract file that removes what %s still uses is rejected',
  (since) => {
    expect(broken(`-- Contract: unused since ${since}\ndrop table labels;`)).toEqual([
      '0012_x: its first line does not name a version before 1.3.0',
    ]);
  },
);

test('findBrokenRules: "set not null" is allowed after a check that an earlier file validated', () => {
  const check = 'alter table posts add constraint posts_kind_set check (kind is not null) not valid;';
  const files = [
    check,
    'alter table posts validate constraint posts_kind_set;',
    'alter table posts alter kind set not null;',
  ];
  const rulesOf = (texts: string[]) =>
    findBrokenRules(
      texts.map((text, index) => ({ name: `${index}`, text })),
      VERSION,
    );
  expect(rulesOf(files)).toEqual([]);
  expect(rulesOf(files.toSpliced(1, 1))).toEqual(['1: sets posts.kind "not null" without a validated check']);
});
