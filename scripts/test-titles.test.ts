import { expect, test } from 'vitest';
import { projectFiles, textOf } from './lib/documents.ts';

/** The beginnings of a title that names no subject, or not first. */
const WITHOUT_SUBJECT =
  /^(an?|the|of|in|on|at|by|to|from|with|without|while|when|after|before|for|if|as|every|each|all|any|no|what|who|that)\b/i;

/** The titles of the tests and groups that are not indented. */
const outermostTitles = (file: string): string[] =>
  [...textOf(file).matchAll(/^(?:(?:test|it|describe)\b|\])[^\n]*?\(\s*(['"`])([^\n]*?)\1/gm)].map(
    ([, , title = '']) => title,
  );

test('test titles: the outermost begin with their subject, such as a function, an endpoint, an event or a screen', () => {
  const titles = projectFiles
    .filter((file) => /\.test\.tsx?$/.test(file))
    .flatMap((file) => outermostTitles(file).map((title) => ({ file, title })));
  expect(titles.length).toBeGreaterThan(1_000);
  expect(titles.filter(({ title }) => WITHOUT_SUBJECT.test(title))).toEqual([]);
});
