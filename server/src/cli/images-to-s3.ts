import { parseConfig } from '../app/config.ts';
import { mediaDirOf, openBucket } from '../app/open-image-store.ts';
import { uploadDirectory } from '../lib/images/fallback-image-store.ts';
import { createLogger } from '../lib/logger.ts';

const PROGRESS_EVERY = 1_000;

/** Copies the images under DATA_DIR into the bucket of S3_*; see docs/operations.md. */
async function copyImages(): Promise<void> {
  const config = parseConfig(process.env);
  if (!config.s3) throw new Error('S3_* is not set: there is no bucket to copy the images to.');
  const bucket = await openBucket(config.s3, createLogger({ level: 'warn' }));
  const mediaDir = mediaDirOf(config);
  const count = await uploadDirectory(bucket, mediaDir, (done) => {
    if (done % PROGRESS_EVERY === 0) console.log(`${done} images so far`);
  });
  console.log(`${count} images of ${mediaDir} are in the bucket ${config.s3.bucket}; none was removed.`);
}

try {
  await copyImages();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
