import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { writeFileAtomic } from '../../lib/files.ts';

/** Why a backup or restore is not possible; the message says what to do. */
export class BackupError extends Error {
  override name = 'BackupError';
}

const MANIFEST = 'manifest.json';
/** The images in the backup, a line each as sha256sum writes and checks it. */
export const IMAGE_SUMS = 'images.sha256';
/** Keys of images that rows name and that were not in the store. */
export const MISSING_IMAGES = 'images.missing';
export const FORMAT = 1;

const sha256 = z.string().regex(/^[a-f0-9]{64}$/);
/** Names from a manifest become statements and paths. */
const identifier = z.string().regex(/^[a-z_][a-z0-9_]*$/);

const tableSchema = z.object({
  name: identifier,
  /** The columns without those that the database makes itself. */
  columns: z.array(identifier).min(1),
  rows: z.int().nonnegative(),
  /** The sum of the rows in COPY's text format, in the order of the primary key. */
  sha256,
  /** The sum of the compressed file. */
  fileSha256: sha256,
});
export type TableEntry = z.infer<typeof tableSchema>;

const manifestSchema = z.object({
  format: z.literal(FORMAT),
  /** When the snapshot was taken. */
  takenAt: z.iso.datetime(),
  /** The migrations that had run, in their order. */
  migrations: z.array(z.string()).min(1),
  tables: z.array(tableSchema),
  /** The last value that each sequence has given. */
  sequences: z.array(z.object({ name: identifier, value: z.int() })),
  images: z.object({
    count: z.int().nonnegative(),
    bytes: z.int().nonnegative(),
    missing: z.int().nonnegative(),
    sumsSha256: sha256,
    missingSha256: sha256,
  }),
});
/** The contents of a backup. It is written last: a folder without one is no backup. */
export type Manifest = z.infer<typeof manifestSchema>;

/** Where a table's rows are, below the folder of the backup. */
export const tableFile = (name: string): string => path.join('tables', `${name}.copy.gz`);
/** Where an image is. @param key of the image store */
export const imageFile = (key: string): string => path.join('images', key);

/** Makes a folder of finished files a backup. */
export const writeManifest = (dir: string, manifest: Manifest): Promise<void> =>
  writeFileAtomic(path.join(dir, MANIFEST), Buffer.from(`${JSON.stringify(manifest, undefined, 2)}\n`));

/** @throws {BackupError} when there is none, or one that this version cannot read */
export async function readManifest(dir: string): Promise<Manifest> {
  const text = await readFile(path.join(dir, MANIFEST), 'utf8').catch(() => null);
  if (text === null) {
    throw new BackupError(`${dir} is no whole backup: it has no ${MANIFEST}, which is written last.`);
  }
  const parsed = manifestSchema.safeParse(jsonOrNull(text));
  if (parsed.success) return parsed.data;
  throw new BackupError(
    `${MANIFEST} in ${dir} cannot be read (${z.prettifyError(parsed.error)}): it is damaged, or of a later version.`,
  );
}

function jsonOrNull(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
