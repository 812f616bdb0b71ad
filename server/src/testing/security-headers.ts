import { expect } from 'vitest';

type Headers = Readonly<Record<string, unknown>>;

/** Fails unless a response has the headers that every response needs, errors included (ASVS 3.4). */
export function expectSecurityHeaders({ headers }: { headers: Headers }): void {
  expect(headers['x-request-id']).toMatch(/^[\da-f-]{36}$/);
  expect(headers['strict-transport-security']).toMatch(/^max-age=31536000/);
  expect(headers['x-content-type-options']).toBe('nosniff');
  expect(headers['referrer-policy']).toBe('no-referrer');
  expect(headers['x-powered-by']).toBeUndefined();
  expect(headers['server']).toBeUndefined();
  const policy = directives(headers);
  expect(policy['default-src']).toBeDefined();
  expect(policy['frame-ancestors']).toMatch(/^'(none|self)'$/);
  const scripts = policy['script-src'] ?? policy['default-src'];
  expect(scripts).not.toMatch(/unsafe-inline|unsafe-eval|\*|data:|https?:/);
}

/** The directives of a content security policy. */
export const directives = (headers: Headers): Record<string, string> =>
  Object.fromEntries(
    String(headers['content-security-policy'])
      .split(';')
      .map((directive) => directive.trim().split(/\s+(.*)/s))
      .map(([name = '', value = '']) => [name, value.trim()]),
  );
