import { Webhook } from 'standardwebhooks';
import { expect, test } from 'vitest';
import { secretOf, signatureHeaders } from './signature.ts';

const KEY = 'k'.repeat(32);
const BODY = JSON.stringify({ type: 'report.overdue', data: { title: 'Bán vé giả' } });

test('signatureHeaders: the library of Standard Webhooks verifies them with the secret', () => {
  const headers = signatureHeaders({ key: KEY, keyId: 'one' }, { id: 'd1', at: new Date(), body: BODY });
  expect(new Webhook(secretOf(KEY, 'one')).verify(BODY, headers)).toEqual(JSON.parse(BODY));
});

test.each<[string, string, string, Date]>([
  ['an altered body', BODY.replace('giả', 'thật'), 'one', new Date()],
  ['the secret of another webhook', BODY, 'two', new Date()],
  ['an old timestamp', BODY, 'one', new Date(Date.now() - 3_600_000)],
])('signatureHeaders: %s fails the verification', (_, received, keyId, at) => {
  const headers = signatureHeaders({ key: KEY, keyId: 'one' }, { id: 'd1', at, body: BODY });
  expect(() => new Webhook(secretOf(KEY, keyId)).verify(received, headers)).toThrow();
});
