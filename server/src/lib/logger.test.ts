import { expect, test } from 'vitest';
import { createLogger } from './logger.ts';

function record() {
  const lines: string[] = [];
  const logger = createLogger({ level: 'debug', destination: { write: (line: string) => void lines.push(line) } });
  return { logger, lines };
}

test.each([
  { password: 'canary' },
  { token: 'canary' },
  { body: { anything: 'canary' } },
  { req: { headers: { authorization: 'Bearer canary', cookie: 'canary' } } },
  { details: { challenge: 'canary' } },
  { response: { secret: 'canary', recoveryCodes: ['canary'] } },
  { user: { password_hash: 'canary' } },
  { err: { config: { deep: { password: 'canary' } } } },
  { config: { firebase: { privateKey: 'canary' } } },
])('createLogger: a secret is not written: %j', (fields) => {
  const { logger, lines } = record();
  logger.info(fields, 'event');
  expect(lines.join('')).not.toContain('canary');
  expect(lines.join('')).toContain('[redacted]');
});

test('createLogger: a newline in a value or a message stays within one line', () => {
  const { logger, lines } = record();
  logger.info({ name: 'Mai\n{"level":60,"msg":"forged"}' }, 'one\nevent');
  expect(lines).toHaveLength(1);
  expect(lines[0]?.trimEnd().split('\n')).toHaveLength(1);
});

test('createLogger: lines below the level are not written', () => {
  const { logger, lines } = record();
  logger.trace('unseen');
  logger.debug('seen');
  expect(lines).toHaveLength(1);
});
