import { z } from 'zod';
import type { S3Settings } from '../lib/images/s3-image-store.ts';

const REQUIRED_KEYS = ['S3_REGION', 'S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const;

function isEndpoint(value: string): boolean {
  if (!URL.canParse(value)) return false;
  const { protocol, pathname, search } = new URL(value);
  return /^https?:$/.test(protocol) && pathname === '/' && search === '';
}

/** The keys of the environment that are about S3; all or none of them is settled by {@link s3Conflicts}. */
export const s3Fields = {
  S3_ENDPOINT: z.string().refine(isEndpoint, 'must be an http or https address without a path').optional(),
  S3_REGION: z.string().optional(),
  S3_BUCKET: z
    .string()
    .regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'must be the name of a bucket')
    .optional(),
  S3_ACCESS_KEY_ID: z.string().optional(),
  S3_SECRET_ACCESS_KEY: z.string().optional(),
  S3_FORCE_PATH_STYLE: z
    .enum(['0', '1'], 'must be 0 or 1')
    .transform((value) => value === '1')
    .optional(),
};
type S3Environment = z.infer<z.ZodObject<typeof s3Fields>>;

/** What single values cannot tell: some without the others. */
export function s3Conflicts(given: Record<string, string | undefined>): string[] {
  const isAny = Object.keys(s3Fields).some((key) => given[key]);
  const missing = isAny ? REQUIRED_KEYS.filter((key) => !given[key]) : [];
  return missing.map((key) => `${key} is missing although others of S3_* are set`);
}

/** @returns null where pictures lie on the disk */
export function s3Settings(env: S3Environment): S3Settings | null {
  const {
    S3_ENDPOINT: endpoint,
    S3_REGION: region,
    S3_BUCKET: bucket,
    S3_ACCESS_KEY_ID: accessKeyId,
    S3_SECRET_ACCESS_KEY: secretAccessKey,
    // A server of one's own seldom has a name for each bucket.
    S3_FORCE_PATH_STYLE: forcePathStyle = endpoint !== undefined,
  } = env;
  if (!region || !bucket || !accessKeyId || !secretAccessKey) return null;
  return { endpoint, region, bucket, accessKeyId, secretAccessKey, forcePathStyle };
}
