import { createHash } from 'node:crypto';
import type { ReportItemType, ReportSnapshot, SnapshotPublication } from '@hai-dang/contract/reports/reports.schema.ts';
import type { DbOrTx } from '../lib/db/database.ts';
import type {
  EvidenceAccountRow,
  EvidenceCommentRow,
  EvidencePublicationRow,
  ReportsEvidenceStore,
} from './reports.evidence.store.ts';
import type { EvidenceFiles } from './reports.evidence-files.ts';

/** What is reported, as it stands now. Nothing has been copied yet. */
export interface ReportedItem {
  /** Whose account or text it is. */
  readonly authorId: string;
  /** Copies the pictures and writes down the rest. */
  readonly preserve: () => Promise<Evidence>;
}

export interface Evidence {
  /** SHA-256 of the content, hexadecimal: the same for all reports of an unaltered thing. */
  readonly id: string;
  readonly content: ReportSnapshot;
}

interface EvidenceNeeds {
  store: ReportsEvidenceStore;
  files: EvidenceFiles;
}

/** Evidence of what is reported: text, author and pictures, copied so that they outlive the originals. */
export function createReportEvidence({ store, files }: EvidenceNeeds) {
  const keepOne = async (address: string | null) => (address === null ? null : await files.keep(address));

  async function keepAuthor(row: EvidencePublicationRow | EvidenceCommentRow) {
    return {
      _id: row.author_id,
      username: row.username,
      email: row.email,
      avatar: await keepOne(row.avatar_url),
      verified: row.is_author_verified,
    };
  }

  async function keepPublication(row: EvidencePublicationRow): Promise<SnapshotPublication> {
    const images: string[] = [];
    // One after the other: many large pictures at once would be in memory together.
    for (const address of row.image_urls) {
      const kept = await files.keep(address);
      if (kept !== null) images.push(kept);
    }
    const missing = row.image_urls.length - images.length;
    return {
      _id: row.id,
      title: row.title,
      content: row.content,
      category: row.category,
      location: row.location,
      images,
      ...(missing > 0 ? { imagesMissing: missing } : {}),
      createdAt: row.created_at.toISOString(),
      likesCount: row.likes_count,
      commentsCount: row.comments_count,
      author: await keepAuthor(row),
    };
  }

  async function ofAccount(row: EvidenceAccountRow | undefined): Promise<ReportedItem | undefined> {
    return (
      row && {
        authorId: row.id,
        preserve: async () => {
          const user = {
            _id: row.id,
            username: row.username,
            email: row.email,
            avatar: await keepOne(row.avatar_url),
            bio: row.bio,
            verified: row.is_verified,
            createdAt: row.created_at.toISOString(),
          };
          return toEvidence({ itemType: 'User', user });
        },
      }
    );
  }

  function ofPublication(
    itemType: 'Post' | 'TravelPost',
    row: EvidencePublicationRow | undefined,
  ): ReportedItem | undefined {
    return (
      row && {
        authorId: row.author_id,
        preserve: async () => toEvidence({ itemType, post: await keepPublication(row) }),
      }
    );
  }

  async function ofComment(db: DbOrTx, row: EvidenceCommentRow | undefined): Promise<ReportedItem | undefined> {
    if (!row) return undefined;
    const parentType = row.post_id === null ? 'TravelPost' : 'Post';
    const parent =
      row.post_id === null
        ? await store.findTravelPost(db, row.travel_post_id ?? '')
        : await store.findPost(db, row.post_id);
    if (!parent) return undefined;
    return {
      authorId: row.author_id,
      preserve: async () => {
        const comment = {
          _id: row.id,
          content: row.content,
          createdAt: row.created_at.toISOString(),
          author: await keepAuthor(row),
          parentType,
          parent: await keepPublication(parent),
        } as const;
        return toEvidence({ itemType: 'Comment', comment });
      },
    };
  }

  return {
    /** A thing that can be reported; undefined if it is not there or is not shown. */
    async find(db: DbOrTx, itemType: ReportItemType, id: string): Promise<ReportedItem | undefined> {
      switch (itemType) {
        case 'User':
          return ofAccount(await store.findAccount(db, id));
        case 'Post':
          return ofPublication(itemType, await store.findPost(db, id));
        case 'TravelPost':
          return ofPublication(itemType, await store.findTravelPost(db, id));
        case 'Comment':
          return ofComment(db, await store.findComment(db, id));
      }
    },
  };
}
export type ReportEvidence = ReturnType<typeof createReportEvidence>;

const toEvidence = (content: ReportSnapshot): Evidence => ({
  id: createHash('sha256').update(JSON.stringify(content)).digest('hex'),
  content,
});
