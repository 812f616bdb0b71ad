import { expect, test } from 'vitest';
import { ConfigError } from './config.ts';
import { StartRefusal, tellStartFailure } from './start-refusal.ts';

test.each([true, false])('settings and refusals are told in words, in a terminal (%s) or not', (isTerminal) => {
  expect(tellStartFailure(new ConfigError(['PORT must be a port number']), isTerminal)).toMatch(/PORT must be a port/);
  expect(tellStartFailure(new StartRefusal('Port 80 is in use.'), isTerminal)).toBe('Port 80 is in use.\n');
});

test('what nobody foresaw is a sentence in a terminal, and elsewhere the log’s', () => {
  const error = new Error('The database cannot be reached: connect ECONNREFUSED');
  const told = tellStartFailure(error, true);
  expect(told).toMatch(/^The server did not start: The database cannot be reached: connect ECONNREFUSED\n/);
  expect(told).not.toContain('    at ');
  expect(tellStartFailure(error, false)).toBeUndefined();
});
