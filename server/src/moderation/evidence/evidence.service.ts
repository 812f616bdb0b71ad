import type { ReportItemType } from '@hai-dang/contract/moderation/report-fields.schema.ts';
import type { ReportSnapshot, SnapshotPublication } from '@hai-dang/contract/moderation/report-snapshots.schema.ts';
import type { DbOrTx, Tx } from '../../lib/db/database.ts';
import {
  type EvidenceAccountRow,
  type EvidenceCommentRow,
  type EvidencePublicationRow,
  reportsEvidenceStore,
} from './evidence.store.ts';
import type { EvidenceFiles } from './evidence-files.ts';
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

interface EvidenceNeeds {
  files: EvidenceFiles;
}

/** Evidence of what is reported: text, author and images, copied so that they outlive the originals. */
export function createReportEvidence({ files }: EvidenceNeeds) {
  const toItem = (db: DbOrTx, authorId: string, source: ReportSnapshot): LiveSubject => ({
    authorId,
    counts: countsOf(source),
    async preserve() {
      const sourceHash = hashSnapshot(source);
      const known = await reportsEvidenceStore.findSnapshot(db, sourceHash);
      if (known) return { ...known, sourceHash };
      const { copies, isFinal } = await files.copyAll(imagesOf(source));
      const content = withCopies(source, copies);
      return { id: hashSnapshot(content), content, sourceHash: isFinal ? sourceHash : null };
    },
  });

  async function findComment(db: DbOrTx, row: EvidenceCommentRow | undefined): Promise<LiveSubject | undefined> {
    if (!row) return undefined;
    const parentType = row.post_id === null ? 'TravelPost' : 'Post';
    const parent =
      row.post_id === null
        ? await reportsEvidenceStore.findTravelPost(db, row.travel_post_id ?? '')
        : await reportsEvidenceStore.findPost(db, row.post_id);
    if (!parent) return undefined;
    const comment = {
      _id: row.id,
      content: row.content,
      createdAt: row.created_at.toISOString(),
      author: toAuthor(row),
      parentType,
      parent: toPublication(parent),
    } as const;
    return toItem(db, row.author_id, { itemType: 'Comment', comment });
  }

  return {
    /** Stores evidence unless it is stored, and keeps it from being purged until the transaction ends. */
    store: (tx: Tx, { id, content, sourceHash }: Evidence, at: Date): Promise<void> =>
      reportsEvidenceStore.upsertAndLock(tx, { id, content: JSON.stringify(content), sourceHash }, at),

    /** Evidence with when it was taken; undefined where it was purged. */
    findById: reportsEvidenceStore.findById,

    /** A subject that can be reported; undefined if it does not exist or is not visible. */
    async find(db: DbOrTx, itemType: ReportItemType, id: string): Promise<LiveSubject | undefined> {
      if (itemType === 'Comment') return findComment(db, await reportsEvidenceStore.findComment(db, id));
      if (itemType === 'User') {
        const row = await reportsEvidenceStore.findAccount(db, id);
        return row && toItem(db, row.id, { itemType, user: toUser(row) });
      }
      const row = await (itemType === 'Post'
        ? reportsEvidenceStore.findPost(db, id)
        : reportsEvidenceStore.findTravelPost(db, id));
      return row && toItem(db, row.author_id, { itemType, post: toPublication(row) });
    },
  };
}
export type ReportEvidence = ReturnType<typeof createReportEvidence>;

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
