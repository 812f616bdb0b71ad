import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { expect, test } from 'vitest';
import { createRequestBase } from './request-base.ts';

function requestOf(headers: Record<string, string>, remoteAddress = '10.0.0.7'): IncomingMessage {
  const request = new IncomingMessage(Object.defineProperty(new Socket(), 'remoteAddress', { value: remoteAddress }));
  Object.assign(request.headers, headers);
  return request;
}
const forwarded = { host: 'inside:4000', 'x-forwarded-proto': 'https', 'x-forwarded-host': 'api.example.vn' };

test('requestBase: host and protocol from a trusted proxy are used', () => {
  expect(createRequestBase(['10.0.0.0/8'])(requestOf(forwarded))).toBe('https://api.example.vn');
  expect(createRequestBase(['uniquelocal'])(requestOf(forwarded))).toBe('https://api.example.vn');
});

test('requestBase: host and protocol from any other client are ignored', () => {
  expect(createRequestBase(false)(requestOf(forwarded))).toBe('http://inside:4000');
  expect(createRequestBase(['10.0.0.0/8'])(requestOf(forwarded, '192.0.2.1'))).toBe('http://inside:4000');
});

test('requestBase: of several proxies the nearest is used, and the default port is omitted', () => {
  const base = createRequestBase(['loopback']);
  const headers = { host: 'x', 'x-forwarded-proto': 'http, https', 'x-forwarded-host': 'evil.example, api.vn:443' };
  expect(base(requestOf(headers, '127.0.0.1'))).toBe('https://api.vn');
});

test.each([undefined, '', 'a b', 'user@host', 'host/path', 'host?x', 'host#x'])(
  'requestBase: the host %j is invalid',
  (host) => {
    expect(createRequestBase(false)(requestOf(host === undefined ? {} : { host }))).toBe('');
  },
);
