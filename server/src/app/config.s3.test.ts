import { expect, test } from 'vitest';
import { ConfigError, parseConfig } from './config.ts';

const S3 = { S3_REGION: 'eu-central-1', S3_BUCKET: 'hai-dang', S3_ACCESS_KEY_ID: 'id', S3_SECRET_ACCESS_KEY: 'key' };

const errorsOf = (environment: Record<string, string>): readonly string[] => {
  try {
    parseConfig(environment);
    return [];
  } catch (error) {
    if (error instanceof ConfigError) return error.lines;
    throw error;
  }
};

test('parseConfig: without S3 settings images are stored on the disk', () => {
  expect(parseConfig({}).s3).toBeNull();
  expect(parseConfig({ S3_BUCKET: '' }).s3).toBeNull();
});

test('S3: Amazon needs no endpoint, and has the bucket in the host name', () => {
  expect(parseConfig(S3).s3).toEqual({
    endpoint: undefined,
    region: 'eu-central-1',
    bucket: 'hai-dang',
    accessKeyId: 'id',
    secretAccessKey: 'key',
    forcePathStyle: false,
  });
});

test('S3: another endpoint has the bucket in the path, unless S3_FORCE_PATH_STYLE=0', () => {
  const S3_ENDPOINT = 'http://127.0.0.1:9000';
  expect(parseConfig({ ...S3, S3_ENDPOINT }).s3).toMatchObject({ endpoint: S3_ENDPOINT, forcePathStyle: true });
  expect(parseConfig({ ...S3, S3_ENDPOINT, S3_FORCE_PATH_STYLE: '0' }).s3).toMatchObject({ forcePathStyle: false });
});

test.each(Object.keys(S3))('parseConfig: %s is required if other S3 settings are set', (key) => {
  expect(errorsOf({ ...S3, [key]: '' })).toEqual([`${key} is missing although others of S3_* are set`]);
});

test('S3_ENDPOINT alone is rejected, and all missing settings are named', () => {
  expect(errorsOf({ S3_ENDPOINT: 'http://127.0.0.1:9000' })).toHaveLength(4);
});

test.each([
  ['S3_ENDPOINT', 'minio:9000'],
  ['S3_ENDPOINT', 'https://s3.example.test/bucket'],
  ['S3_BUCKET', 'Hai_Dang'],
  ['S3_BUCKET', 'a'],
  ['S3_FORCE_PATH_STYLE', 'yes'],
])('parseConfig: %s %s is rejected by name', (key, value) => {
  expect(errorsOf({ ...S3, [key]: value })).toEqual([expect.stringMatching(new RegExp(`^${key} must`))]);
});
