import { expect, test } from 'vitest';
import { matchesState, POLICY_STATES, policiesUrl } from './policies.filters.ts';

const parse = (search: string) => policiesUrl.parse(new URLSearchParams(search)).state;

test.each(POLICY_STATES)('policiesUrl: parses what it formats: %j', (state) => {
  expect(parse(policiesUrl.format({ state }).toString())).toBe(state);
});

test.each(['', 'state=', 'state=on', 'state=OFF', 'q=off'])('policiesUrl: %j is the enabled ones', (search) => {
  expect(parse(search)).toBe('');
});

test.each([
  ['', true, true],
  ['', false, false],
  ['off', true, false],
  ['off', false, true],
  ['all', true, true],
  ['all', false, true],
] as const)('matchesState: the filter %j, an enabled rule %s: %s', (state, isEnabled, expected) => {
  expect(matchesState(state, { isEnabled })).toBe(expected);
});
