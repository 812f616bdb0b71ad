import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { ConfigError, panelSettings, parseConfig } from './config.ts';

const errorOf = (environment: Record<string, string>): string => {
  try {
    parseConfig(environment);
  } catch (error) {
    if (error instanceof ConfigError) return error.lines.join('\n');
    throw error;
  }
  return '';
};

describe('parseConfig without settings', () => {
  const config = parseConfig({ PATH: '/bin', PORT: '', DATABASE_URL: '' });

  test('listens on the loopback interface only', () => {
    expect(config).toMatchObject({
      host: '127.0.0.1',
      port: 4000,
      trustProxy: false,
      socketsPerAddress: 10_000,
      allowedOrigins: [],
    });
  });

  test('stores its data in the repository, in any working directory', () => {
    expect(config.dataDir).toBe(path.resolve(import.meta.dirname, '../../../data'));
  });

  test('uses the embedded database, with demo data and the API docs page', () => {
    expect(config).toMatchObject({ databaseUrl: undefined, demoData: true, apiDocs: true, firstAdmin: null });
  });
});

test('parseConfig: every invalid setting is named, one per line', () => {
  const message = errorOf({
    PORT: '99999',
    DATABASE_URL: 'mysql://x',
    REDIS_URL: 'redis://cache.vn/first',
    ALLOWED_ORIGINS: 'https://a.vn,https://b.vn/path',
    ADMIN_EMAIL: 'nobody',
    ADMIN_PASSWORD: 'short',
    REQUIRE_2FA: 'yes',
    DEMO_DATA: 'yes',
    NODE_ENV: 'prod',
    LOG_LEVEL: 'loud',
    METRICS_PORT: 'x',
    SHUTDOWN_DELAY_SECONDS: '301',
    MAX_SOCKETS_PER_ADDRESS: '0',
    USER_IMAGES_MAX_MB: '0',
    DATABASE_DIRECT_URL: 'mysql://x',
    DATABASE_POOL_SIZE: '1',
    DATABASE_STATEMENT_TIMEOUT_SECONDS: '0',
    DATABASE_POOLER: 'yes',
    DATABASE_PREPARED_STATEMENTS: 'yes',
    API_BASE_URL: 'javascript:alert(1)',
    SUPPORT_EMAIL: 'support',
  });
  const keys = message.split('\n').map((line) => line.split(' ')[0]);
  expect(keys).toEqual([
    'NODE_ENV',
    'PORT',
    'DATABASE_URL',
    'DATABASE_DIRECT_URL',
    'DATABASE_POOL_SIZE',
    'DATABASE_STATEMENT_TIMEOUT_SECONDS',
    'DATABASE_POOLER',
    'DATABASE_PREPARED_STATEMENTS',
    'REDIS_URL',
    'ALLOWED_ORIGINS',
    'ADMIN_EMAIL',
    'ADMIN_PASSWORD',
    'REQUIRE_2FA',
    'DEMO_DATA',
    'LOG_LEVEL',
    'MAX_SOCKETS_PER_ADDRESS',
    'METRICS_PORT',
    'SHUTDOWN_DELAY_SECONDS',
    'USER_IMAGES_MAX_MB',
    'API_BASE_URL',
    'SUPPORT_EMAIL',
  ]);
});

test('parseConfig: contradicting settings are named together with invalid ones', () => {
  const message = errorOf({ PORT: 'x', NODE_ENV: 'production', DEMO_DATA: '1', ADMIN_EMAIL: 'a@b.vn' });
  expect(message.split('\n').map((line) => line.split(' ')[0])).toEqual(['PORT', 'ADMIN_PASSWORD', 'DEMO_DATA']);
});

test('parseConfig: the error does not contain a rejected password', () => {
  expect(errorOf({ ADMIN_EMAIL: 'a@b.vn', ADMIN_PASSWORD: 'hunter2' })).not.toContain('hunter2');
});

test("readConfig: metrics are off by default, then on the loopback interface only, never on the panel's port", () => {
  expect(parseConfig({}).metrics).toBeNull();
  expect(parseConfig({ METRICS_PORT: '9464' }).metrics).toEqual({ host: '127.0.0.1', port: 9464 });
  expect(errorOf({ METRICS_PORT: '4000' })).toContain('METRICS_PORT');
  expect(errorOf({ METRICS_PORT: '4001', PORT: '4001' })).toContain('METRICS_PORT');
});

test('parseConfig: two-factor is required only with REQUIRE_2FA=1', () => {
  expect(parseConfig({}).requireSecondFactor).toBe(false);
  expect(parseConfig({ REQUIRE_2FA: '0' }).requireSecondFactor).toBe(false);
  expect(parseConfig({ REQUIRE_2FA: '1' }).requireSecondFactor).toBe(true);
});

test('parseConfig: ADMIN_EMAIL and ADMIN_PASSWORD are required together', () => {
  expect(errorOf({ ADMIN_EMAIL: 'a@b.vn' })).toContain('ADMIN_PASSWORD');
  expect(errorOf({ ADMIN_PASSWORD: 'long enough for us' })).toContain('ADMIN_EMAIL');
  expect(parseConfig({ ADMIN_EMAIL: 'a@b.vn', ADMIN_PASSWORD: 'long enough for us' }).firstAdmin).toEqual({
    email: 'a@b.vn',
    password: 'long enough for us',
  });
});

describe('parseConfig in production', () => {
  test('has neither demo data nor the API docs page', () => {
    expect(parseConfig({ NODE_ENV: 'production' })).toMatchObject({ demoData: false, apiDocs: false });
  });

  test('rejects DEMO_DATA=1 by name', () => {
    expect(errorOf({ NODE_ENV: 'production', DEMO_DATA: '1' })).toMatch(
      /^DEMO_DATA must not be 1 with NODE_ENV=production/,
    );
  });

  test('can enable the API docs page', () => {
    expect(parseConfig({ NODE_ENV: 'production', API_DOCS: '1' }).apiDocs).toBe(true);
  });
});

test.each([
  ['127.0.0.1', false],
  ['127.9.9.9', false],
  ['localhost', false],
  ['::1', false],
  ['0.0.0.0', true],
  ['::', true],
  ['192.0.2.7', true],
  ['127.example.test', true],
])('parseConfig: HOST %s is reachable by other machines: %s; demo data is then opt-in', (HOST, isReachable) => {
  expect(parseConfig({ HOST })).toMatchObject({ isReachable, demoData: !isReachable, mayHaveDemoLogins: !isReachable });
  expect(parseConfig({ HOST, DEMO_DATA: '1' })).toMatchObject({ demoData: true, mayHaveDemoLogins: true });
  expect(parseConfig({ HOST, NODE_ENV: 'production' })).toMatchObject({ demoData: false, mayHaveDemoLogins: false });
});

test('parseConfig: with DATABASE_URL demo data is opt-in', () => {
  const DATABASE_URL = 'postgres://app@db/app';
  expect(parseConfig({ DATABASE_URL }).demoData).toBe(false);
  expect(parseConfig({ DATABASE_URL, DEMO_DATA: '1' }).demoData).toBe(true);
});

test('parseConfig: TRUST_PROXY takes IPs, never a number of hops', () => {
  expect(parseConfig({ TRUST_PROXY: '10.0.0.0/8, ::1,loopback' }).trustProxy).toEqual([
    '10.0.0.0/8',
    '::1',
    'loopback',
  ]);
  for (const bad of [
    '1',
    'true',
    '10.0.0.0/8/9',
    '10.0.0.0/x',
    '10.0.0.0/33',
    '10.0.0.0/0',
    '::/129',
    'proxy.example',
  ]) {
    expect(errorOf({ TRUST_PROXY: bad })).toMatch(/^TRUST_PROXY /);
  }
});

test('parseConfig: SUPPORT_EMAIL is passed to the panel; the default is at an example domain', () => {
  const emailIn = (environment: Record<string, string>) => panelSettings(parseConfig(environment)).supportEmail;
  expect(emailIn({ SUPPORT_EMAIL: 'hotro@panel.vn' })).toBe('hotro@panel.vn');
  expect(emailIn({})).toBe('hotro@hai-dang.example');
});

test('parseConfig: origins are a list; base URLs lose their trailing slash', () => {
  const config = parseConfig({
    ALLOWED_ORIGINS: 'https://a.vn, http://localhost:5173',
    API_BASE_URL: 'https://api.a.vn/',
  });
  expect(config.allowedOrigins).toEqual(['https://a.vn', 'http://localhost:5173']);
  expect(config.apiBaseUrl).toBe('https://api.a.vn');
});

test.each(['redis://127.0.0.1:6379', 'rediss://user:secret@cache.example.vn:6380/2'])(
  'REDIS_URL: %s is accepted',
  (url) => {
    expect(parseConfig({ REDIS_URL: url }).redisUrl).toBe(url);
  },
);

test.each(['cache.example.vn:6379', 'http://cache.example.vn', 'redis://', 'redis://x/1/2'])(
  'REDIS_URL: %s is rejected, and not repeated in the error',
  (url) => {
    expect(errorOf({ REDIS_URL: url })).toBe('REDIS_URL must be redis:// or rediss:// with a host');
  },
);

describe('parseConfig: database pool', () => {
  const DATABASE_URL = 'postgres://app@db/app';

  test('has ten connections, prepared statements and a statement timeout of 15 s by default', () => {
    expect(parseConfig({}).pool).toEqual({
      maxConnections: 10,
      prepareStatements: true,
      statementTimeoutMs: 15_000,
      hasPooler: false,
      directUrl: undefined,
    });
    const given = {
      DATABASE_POOL_SIZE: '25',
      DATABASE_STATEMENT_TIMEOUT_SECONDS: '30',
      DATABASE_PREPARED_STATEMENTS: '0',
    };
    expect(parseConfig(given).pool).toMatchObject({
      maxConnections: 25,
      prepareStatements: false,
      statementTimeoutMs: 30_000,
    });
  });

  test('behind a pooler prepares no statements unless they are enabled', () => {
    expect(parseConfig({ DATABASE_URL, DATABASE_POOLER: '1' }).pool).toMatchObject({
      hasPooler: true,
      prepareStatements: false,
    });
    const kept = { DATABASE_URL, DATABASE_POOLER: '1', DATABASE_PREPARED_STATEMENTS: '1' };
    expect(parseConfig(kept).pool.prepareStatements).toBe(true);
  });

  test('rejects DATABASE_POOLER=1 without DATABASE_URL', () => {
    expect(() => parseConfig({ DATABASE_POOLER: '1' })).toThrow('DATABASE_POOLER must not be 1 without DATABASE_URL');
  });
});
