import { expect, test } from 'vitest';
import { isOriginAllowed } from './allowed-origin.ts';

const ALLOWED = ['https://panel.example.test'];

test.each([
  ['no browser', undefined, 'api.example.test'],
  ['an origin allowed', 'https://panel.example.test', 'api.example.test'],
  ['its own', 'http://127.0.0.1:4000', '127.0.0.1:4000'],
  ['its own behind TLS', 'https://api.example.test', 'api.example.test'],
  ['its own with the port written out', 'https://api.example.test', 'api.example.test:443'],
])('isOriginAllowed: accepts %s', (_what, origin, host) => {
  expect(isOriginAllowed(origin, host, ALLOWED)).toBe(true);
});

test.each([
  ['https://evil.test', 'api.example.test'],
  ['null', 'api.example.test'],
  ['', 'api.example.test'],
  ['http://panel.example.test', 'api.example.test'],
  ['https://panel.example.test.evil.test', 'api.example.test'],
  ['https://api.example.test:8443', 'api.example.test'],
  ['https://evil.test', undefined],
  ['https://evil.test', 'evil.test@api.example.test'],
  ['file://', ''],
  ['data:text/html,x', 'api.example.test'],
])('isOriginAllowed: rejects %j at %j', (origin, host) => {
  expect(isOriginAllowed(origin, host, ALLOWED)).toBe(false);
});
