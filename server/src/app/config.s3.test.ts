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

test('without settings images are stored on the disk', () => {
  expect(parseConfig({}).s3).toBeNull();
  expect(parseConfig({ S3_BUCKET: '' }).s3).toBeNull();
});

test('Amazon’s own needs no endpoint, and has the bucket in the host’s name', () => {
  expect(parseConfig(S3).s3).toEqual({
    endpoint: undefined,
    region: 'eu-central-1',
    bucket: 'hai-dang',
    accessKeyId: 'id',
    secretAccessKey: 'key',
    forcePathStyle: false,
  });
});

test('another server has the bucket in the path, unless S3_FORCE_PATH_STYLE=0', () => {
  const S3_ENDPOINT = 'http://127.0.0.1:9000';
  expect(parseConfig({ ...S3, S3_ENDPOINT }).s3).toMatchObject({ endpoint: S3_ENDPOINT, forcePathStyle: true });
  expect(parseConfig({ ...S3, S3_ENDPOINT, S3_FORCE_PATH_STYLE: '0' }).s3).toMatchObject({ forcePathStyle: false });
});

test.each(Object.keys(S3))('%s must not be missing where others are set', (key) => {
  expect(errorsOf({ ...S3, [key]: '' })).toEqual([`${key} is missing although others of S3_* are set`]);
});

test('an endpoint alone is not enough, and all that is missing is named at once', () => {
  expect(errorsOf({ S3_ENDPOINT: 'http://127.0.0.1:9000' })).toHaveLength(4);
});

test.each([
  ['S3_ENDPOINT', 'minio:9000'],
  ['S3_ENDPOINT', 'https://s3.example.test/bucket'],
  ['S3_BUCKET', 'Hai_Dang'],
  ['S3_BUCKET', 'a'],
  ['S3_FORCE_PATH_STYLE', 'yes'],
])('%s %s is named as bad', (key, value) => {
  expect(errorsOf({ ...S3, [key]: value })).toEqual([expect.stringMatching(new RegExp(`^${key} must`))]);
});
