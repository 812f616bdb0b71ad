import { expect, test } from 'vitest';
import type { GuideSection } from './guide.ts';
import { findSections } from './guide-search.ts';

const section = (id: string, title: string, ...body: GuideSection['body']): GuideSection => ({
  id,
  level: 2,
  title,
  body,
});
const SECTIONS = [
  section('a', 'Khiếu nại', {
    tag: 'p',
    children: ['Nhấn ', { tag: 'strong', children: ['Giữ nguyên'] }, ' để đóng.'],
  }),
  section('b', 'Quy tắc', { tag: 'p', children: ['Điểm vi phạm'] }),
];

test.each([
  ['', ['a', 'b']],
  ['  ', ['a', 'b']],
  ['khieu NAI', ['a']],
  ['giu nguyen', ['a']],
  ['Nhấn giữ', ['a']],
  ['Điểm', ['b']],
  ['diem', ['b']],
  ['nại nhấn', []],
  ['.*', []],
])('findSections: for %j %j', (term, expected) => {
  expect(findSections(SECTIONS, term).map(({ id }) => id)).toEqual(expected);
});
