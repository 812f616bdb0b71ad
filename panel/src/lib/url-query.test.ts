import { expect, test } from 'vitest';
import { choiceParam, defineUrlQuery, textParam } from './url-query.ts';

interface Query {
  readonly term: string;
  readonly size: 'small' | 'large' | '';
  readonly page: number;
}

const url = defineUrlQuery<Query>({
  term: textParam('q', (text) => text.trim()),
  size: choiceParam('size', ['small', 'large']),
  page: { name: 'page', parse: (text) => Number(text) || 1, format: (page) => (page > 1 ? String(page) : '') },
});

test('parse: a missing or unknown value gives the default, an unknown parameter is ignored', () => {
  expect(url.parse(new URLSearchParams('size=huge&x=1'))).toEqual({ term: '', size: '', page: 1 });
});

test('format: writes what differs from the defaults, in the order of the schema', () => {
  const query = { page: 3, size: 'large', term: ' Hạ Long ' } as const;
  expect(url.format(query).toString()).toBe('q=H%E1%BA%A1+Long&size=large&page=3');
  expect(url.format({ term: ' ', size: '', page: 1 }).toString()).toBe('');
});

test('defineUrlQuery: nests values and resolves conflicting ones', () => {
  const nested = defineUrlQuery(
    { mine: textParam('mine', (text) => text), all: textParam('all', (text) => text) },
    ({ mine, all }) => ({ filters: { mine, all: mine === '' ? all : '' } }),
    ({ filters }) => filters,
  );
  const query = nested.parse(new URLSearchParams('mine=1&all=1'));
  expect(query).toEqual({ filters: { mine: '1', all: '' } });
  expect(nested.format(query).toString()).toBe('mine=1');
});
