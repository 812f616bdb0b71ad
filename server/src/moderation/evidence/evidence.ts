import type { ReportSnapshot, SnapshotPublication } from '@hai-dang/contract/moderation/report-snapshots.schema.ts';
import type { SubjectRef } from '@hai-dang/contract/moderation/subjects.schema.ts';
import type { DbOrTx, Tx } from '../../lib/db/database.ts';
import type { ImageStore } from '../../lib/images/image-store.ts';
import {
  type EvidenceAccountRow,
  type EvidenceCommentRow,
  type EvidencePublicationRow,
  reportsEvidenceStore,
} from './evidence.store.ts';
import { copyImages } from './evidence-files.ts';
import { countsOf, hashSnapshot, imagesOf, type PostCounts, withCopies } from './snapshot.ts';

/** The current state of a subject. Nothing has been copied yet. */
export interface LiveSubject {
  /** The owner of the subject. */
  readonly authorId: string;
  readonly counts: PostCounts | null;
  /** Copies the images and writes down the rest; nothing of an unaltered subject that was reported before. */
  readonly preserve: () => Promise<Evidence>;
}

export interface Evidence {
  /** See `hashSnapshot`: the same for all reports of an unaltered subject. */
  readonly id: string;
  readonly content: ReportSnapshot;
  /** The same before images were copied, by which it is found without reading them; null where one was not found. */
  readonly sourceHash: string | null;
}

/** Stores evidence unless it is stored, and keeps it from being purged until the transaction ends. */
export const storeEvidence = (tx: Tx, { id, content, sourceHash }: Evidence, at: Date): Promise<void> =>
  reportsEvidenceStore.upsertAndLock(tx, { id, content: JSON.stringify(content), sourceHash }, at);

/** Where a subject is read, and its images copied: the App, or a transaction of it. */
export interface EvidenceSource {
  readonly db: DbOrTx;
  readonly images: Pick<ImageStore, 'put' | 'read'>;
}

/** A subject that can be reported; undefined if it does not exist or is not visible. */
export async function findLiveSubject(
  source: EvidenceSource,
  { itemType, itemId: id }: SubjectRef,
): Promise<LiveSubject | undefined> {
  const { db } = source;
  if (itemType === 'Comment') return findComment(source, await reportsEvidenceStore.findComment(db, id));
  if (itemType === 'User') {
    const row = await reportsEvidenceStore.findAccount(db, id);
    return row && toSubject(source, row.id, { itemType, user: toUser(row) });
  }
  const row = await (itemType === 'Post'
    ? reportsEvidenceStore.findPost(db, id)
    : reportsEvidenceStore.findTravelPost(db, id));
  return row && toSubject(source, row.author_id, { itemType, post: toPublication(row) });
}

async function findComment(
  source: EvidenceSource,
  row: EvidenceCommentRow | undefined,
): Promise<LiveSubject | undefined> {
  if (!row) return undefined;
  const parentType = row.post_id === null ? 'TravelPost' : 'Post';
  const parent =
    row.post_id === null
      ? await reportsEvidenceStore.findTravelPost(source.db, row.travel_post_id ?? '')
      : await reportsEvidenceStore.findPost(source.db, row.post_id);
  if (!parent) return undefined;
  const comment = {
    _id: row.id,
    content: row.content,
    createdAt: row.created_at.toISOString(),
    author: toAuthor(row),
    parentType,
    parent: toPublication(parent),
  } as const;
  return toSubject(source, row.author_id, { itemType: 'Comment', comment });
}

const toSubject = ({ db, images }: EvidenceSource, authorId: string, source: ReportSnapshot): LiveSubject => ({
  authorId,
  counts: countsOf(source),
  async preserve() {
    const sourceHash = hashSnapshot(source);
    const known = await reportsEvidenceStore.findSnapshot(db, sourceHash);
    if (known) return { ...known, sourceHash };
    const { copies, isFinal } = await copyImages(images, imagesOf(source));
    const content = withCopies(source, copies);
    return { id: hashSnapshot(content), content, sourceHash: isFinal ? sourceHash : null };
  },
});

const toUser = (row: EvidenceAccountRow) => ({
  _id: row.id,
  username: row.username,
  email: row.email,
  avatar: row.avatar_url,
  bio: row.bio,
  verified: row.is_verified,
  createdAt: row.created_at.toISOString(),
});

const toAuthor = (row: EvidencePublicationRow | EvidenceCommentRow) => ({
  _id: row.author_id,
  username: row.username,
  email: row.email,
  avatar: row.avatar_url,
  verified: row.is_author_verified,
});

const toPublication = (row: EvidencePublicationRow): SnapshotPublication => ({
  _id: row.id,
  title: row.title,
  content: row.content,
  category: row.category,
  location: row.location,
  images: row.image_urls,
  createdAt: row.created_at.toISOString(),
  likesCount: row.likes_count,
  commentsCount: row.comments_count,
  author: toAuthor(row),
});
