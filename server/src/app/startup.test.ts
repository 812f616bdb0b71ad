import { expect, test } from 'vitest';
import { ConfigError } from './config.ts';
import { formatStartupError, StartupError } from './startup.ts';

test.each([true, false])(
  'formatStartupError: invalid settings and a StartupError as sentences, in a terminal (%s) or not',
  (isTerminal) => {
    expect(formatStartupError(new ConfigError(['PORT must be a port number']), isTerminal)).toMatch(
      /PORT must be a port/,
    );
    expect(formatStartupError(new StartupError('Port 80 is in use.'), isTerminal)).toBe('Port 80 is in use.\n');
  },
);

test('formatStartupError: an unexpected error is a sentence in a terminal, and undefined elsewhere, for the log', () => {
  const error = new Error('The database cannot be reached: connect ECONNREFUSED');
  const text = formatStartupError(error, true);
  expect(text).toMatch(/^The server did not start: The database cannot be reached: connect ECONNREFUSED\n/);
  expect(text).not.toContain('    at ');
  expect(formatStartupError(error, false)).toBeUndefined();
});
