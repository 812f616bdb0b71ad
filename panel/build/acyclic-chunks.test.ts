import { expect, test } from 'vitest';
import { findCircle } from './acyclic-chunks.ts';

const chunk = (...imports: readonly string[]) => ({ type: 'chunk', imports });

test('findCircle: chunks that share others → none', () => {
  expect(findCircle({ a: chunk('b', 'c'), b: chunk('d'), c: chunk('d', 'outside'), d: chunk() })).toBeUndefined();
});

test('findCircle: chunks that import each other, behind another → these alone, in order', () => {
  expect(findCircle({ entry: chunk('a'), a: chunk('b'), b: chunk('c'), c: chunk('a'), d: chunk('entry') })).toEqual([
    'a',
    'b',
    'c',
  ]);
});

test('findCircle: styles and images → import nothing', () => {
  expect(findCircle({ 'a.css': { type: 'asset' }, a: chunk('a.css') })).toBeUndefined();
});
