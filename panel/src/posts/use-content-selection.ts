import { DAY_MS } from '@hai-dang/contract/lib/durations.ts';
import type { BulkPeriod } from '@hai-dang/contract/moderation/bulk.schema.ts';
import type { SubjectRef } from '@hai-dang/contract/moderation/subjects.schema.ts';
import { useState } from 'react';
import { useNow } from '../lib/use-now.ts';
import type { BulkRequestTarget } from '../moderation/bulk/bulk.overlays.ts';

/** Posts one by one, of any page, or all that a user wrote within a period. */
type Chosen = { readonly refs: ReadonlyMap<string, SubjectRef> } | { readonly since: BulkPeriod };

const NOTHING: Chosen = { refs: new Map() };
const PERIODS_MS: Readonly<Record<BulkPeriod, number>> = {
  day: DAY_MS,
  week: 7 * DAY_MS,
  all: Number.POSITIVE_INFINITY,
};

export interface ContentSelection {
  readonly count: number;
  /** Undefined where posts are chosen one by one. */
  readonly since: BulkPeriod | undefined;
  readonly has: (post: { readonly _id: string; readonly createdAt: string }) => boolean;
  readonly toggle: (ref: SubjectRef) => void;
  readonly choose: (since: BulkPeriod) => void;
  readonly clear: () => void;
  /** Undefined where nothing is chosen. */
  readonly target: BulkRequestTarget | undefined;
}

/** The posts of a user that are chosen to be taken down together; the choice outlives a change of page and tab. */
export function useContentSelection(userId: string): ContentSelection {
  const now = useNow();
  const [chosen, setChosen] = useState(NOTHING);
  const since = 'since' in chosen ? chosen.since : undefined;
  const refs = 'refs' in chosen ? chosen.refs : undefined;
  const target: BulkRequestTarget | undefined = since
    ? { kind: 'content_of', userId, since }
    : refs && refs.size > 0
      ? { kind: 'content', subjects: [...refs.values()] }
      : undefined;
  return {
    count: refs?.size ?? 0,
    since,
    has: ({ _id, createdAt }) => (since ? now - Date.parse(createdAt) <= PERIODS_MS[since] : (refs?.has(_id) ?? false)),
    toggle: (ref) =>
      setChosen((before) => {
        const next = new Map('refs' in before ? before.refs : []);
        if (!next.delete(ref.itemId)) next.set(ref.itemId, ref);
        return { refs: next };
      }),
    choose: (period) =>
      setChosen((before) => ('since' in before && before.since === period ? NOTHING : { since: period })),
    clear: () => setChosen(NOTHING),
    target,
  };
}

/** The checkbox of one post. */
export const choiceOf = (
  { since, has, toggle }: ContentSelection,
  itemType: 'Post' | 'TravelPost',
  post: { readonly _id: string; readonly createdAt: string },
) => ({
  isChosen: has(post),
  onToggle: since ? undefined : () => toggle({ itemType, itemId: post._id }),
});
