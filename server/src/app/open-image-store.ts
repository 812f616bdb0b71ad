import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { withFallback } from '../lib/images/fallback-image-store.ts';
import { createDiskImageStore, type ImageStore } from '../lib/images/image-store.ts';
import type { S3Settings, S3Timeouts } from '../lib/images/s3-image-store.ts';
import type { Log } from '../lib/logger.ts';
import type { CallObserver } from '../lib/observed-call.ts';
import type { Config } from './config.ts';
import { StartupError } from './startup.ts';

/** Where images are stored on the disk. */
export const mediaDirOf = ({ dataDir }: Pick<Config, 'dataDir'>): string => path.join(dataDir, 'media');

/**
 * Opens the image store: the bucket, or without one a folder on the disk. With a bucket, images that are still in the
 * folder are served from there.
 * @throws {StartupError} when the bucket is not there, or rejects the key; one that does not respond may come back
 */
export async function openImageStore(
  config: Pick<Config, 'dataDir' | 's3'>,
  log: Log,
  onS3Call?: CallObserver,
): Promise<ImageStore> {
  const mediaDir = mediaDirOf(config);
  const disk = createDiskImageStore(mediaDir);
  if (config.s3) return withFallback(await openBucket(config.s3, log, onS3Call), disk);
  await mkdir(mediaDir, { recursive: true });
  return disk;
}

/**
 * Opens the bucket alone. Its SDK is loaded only here, for those who use it.
 * @throws {StartupError} see {@link openImageStore}
 */
export async function openBucket(
  settings: S3Settings,
  log: Log,
  onCall?: CallObserver,
  timeouts?: Partial<S3Timeouts>,
): Promise<ImageStore> {
  const { createS3ImageStore, S3ConfigError } = await import('../lib/images/s3-image-store.ts');
  const store = createS3ImageStore(settings, onCall, timeouts);
  try {
    await store.check();
  } catch (error) {
    if (!(error instanceof S3ConfigError)) {
      log.warn({ err: error }, 'image store unreachable; uploads are rejected until it responds');
      return store;
    }
    throw new StartupError(
      `The bucket ${settings.bucket} cannot be used (${error.message}): look at S3_BUCKET, S3_REGION, ` +
        'S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY and S3_ENDPOINT, and at what the key may do.',
    );
  }
  return store;
}
