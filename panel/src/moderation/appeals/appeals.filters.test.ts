import { expect, test } from 'vitest';
import { APPEAL_STATES, appealsUrl } from './appeals.filters.ts';

test.each(APPEAL_STATES)('appealsUrl: parses what it formats: %j', (state) => {
  const query = { state, assignee: 'me', id: '01a2-ß/?' };
  expect(appealsUrl.parse(new URLSearchParams(appealsUrl.format(query).toString()))).toEqual(query);
});

test.each(['', 'state=', 'state=open', 'id=', `assignee=${'a'.repeat(65)}`])(
  'appealsUrl: %j is all pending ones, and no sheet',
  (search) => {
    expect(appealsUrl.parse(new URLSearchParams(search))).toEqual({ state: '', assignee: '', id: '' });
  },
);
