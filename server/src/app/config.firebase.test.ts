import { generateKeyPairSync } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { ConfigError, panelSettings, parseConfig } from './config.ts';

const PRIVATE_KEY = generateKeyPairSync('rsa', { modulusLength: 2_048 })
  .privateKey.export({ type: 'pkcs8', format: 'pem' })
  .toString();
const COMPLETE = {
  FIREBASE_DATABASE_URL: 'https://hai-dang-default-rtdb.asia-southeast1.firebasedatabase.app',
  FIREBASE_PROJECT_ID: 'hai-dang',
  FIREBASE_CLIENT_EMAIL: 'server@hai-dang.iam.gserviceaccount.com',
  FIREBASE_PRIVATE_KEY: PRIVATE_KEY,
  FIREBASE_API_KEY: 'an-api-key',
};

const errorsOf = (environment: Record<string, string>): readonly string[] => {
  try {
    parseConfig(environment);
    return [];
  } catch (error) {
    if (error instanceof ConfigError) return error.lines;
    throw error;
  }
};

test('panelSettings: without FIREBASE settings Firebase is off', () => {
  const config = parseConfig({});
  expect(config.firebase).toBeNull();
  expect(panelSettings(config).firebase).toBeUndefined();
});

test('panelSettings: with all FIREBASE settings, contains the public ones', () => {
  const config = parseConfig(COMPLETE);
  expect(config.firebase).toMatchObject({ projectId: 'hai-dang', privateKey: PRIVATE_KEY });
  const given = panelSettings(config);
  expect(given.firebase).toEqual({
    databaseUrl: COMPLETE.FIREBASE_DATABASE_URL,
    projectId: 'hai-dang',
    apiKey: 'an-api-key',
  });
  expect(JSON.stringify(given)).not.toContain('PRIVATE KEY');
});

test('FIREBASE key: accepted in one line', () => {
  const config = parseConfig({ ...COMPLETE, FIREBASE_PRIVATE_KEY: PRIVATE_KEY.replaceAll('\n', '\\n') });
  expect(config.firebase?.privateKey).toBe(PRIVATE_KEY);
});

describe('FIREBASE settings rejected by name', () => {
  test.each(Object.keys(COMPLETE))('all but %s', (key) => {
    expect(errorsOf({ ...COMPLETE, [key]: '' })).toEqual([`${key} is missing although others of FIREBASE_* are set`]);
  });

  test('one alone', () => {
    expect(errorsOf({ FIREBASE_API_KEY: 'an-api-key' })).toHaveLength(4);
  });

  test.each([
    ['FIREBASE_DATABASE_URL', 'hai-dang.firebaseio.com'],
    ['FIREBASE_DATABASE_URL', 'https://hai-dang.firebaseio.com/somewhere'],
    ['FIREBASE_CLIENT_EMAIL', 'server'],
    ['FIREBASE_PRIVATE_KEY', 'secret'],
    ['FIREBASE_AUTH_EMULATOR_HOST', 'http://127.0.0.1'],
  ])('%s=%s, without repeating the value', (key, value) => {
    const lines = errorsOf({ ...COMPLETE, [key]: value });
    expect(lines).toEqual([expect.stringMatching(new RegExp(`^${key} must`))]);
    expect(lines.join()).not.toContain(value);
  });

  test('emulators in production', () => {
    const lines = errorsOf({
      ...COMPLETE,
      NODE_ENV: 'production',
      FIREBASE_DATABASE_URL: 'http://127.0.0.1:9000?ns=hai-dang',
      FIREBASE_AUTH_EMULATOR_HOST: '127.0.0.1:9099',
    });
    expect(lines.map((line) => line.split(' ')[0])).toEqual(['FIREBASE_DATABASE_URL', 'FIREBASE_AUTH_EMULATOR_HOST']);
  });
});
