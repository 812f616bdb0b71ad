import { useState } from 'react';
import * as z from 'zod/mini';
import { ApiError } from './api-error.ts';

interface Versioned {
  readonly version: number;
}

/** The typed draft, with the record that it rests on; a new one has none. */
export interface Unsaved<Stored, Draft> {
  readonly base: Stored | undefined;
  readonly draft: Draft;
}

interface VersionedDraftOptions<Stored extends Versioned, Draft> {
  /** The record as it is stored; undefined for a new one. One of a later version may come while the form is open. */
  readonly stored: Stored | undefined;
  readonly schema: z.ZodMiniType<Stored>;
  readonly toDraft: (stored: Stored | undefined) => Draft;
  /** Whether two drafts say the same; by default whether they are equal. */
  readonly isSame?: (one: Draft, other: Draft) => boolean;
  /** The draft that was typed before, if the form takes it up again. */
  readonly unsaved?: Unsaved<Stored, Draft> | undefined;
  /** Called with everything that is typed or chosen. */
  readonly onChange?: (unsaved: Unsaved<Stored, Draft>) => void;
}

interface VersionedDraft<Stored, Draft> extends Unsaved<Stored, Draft> {
  /** Whether something is typed that is not stored. */
  readonly isDirty: boolean;
  /** The record as another administrator has changed it meanwhile; nothing is saved until one of both is chosen. */
  readonly theirs: Stored | undefined;
  readonly change: (fields: Partial<Draft>) => void;
  /** Chooses what another administrator has made of the record, or what is typed. */
  readonly settle: (isTheirs: boolean) => void;
  /** Starts again from a record, after it was saved or without what was typed. */
  readonly restart: (stored: Stored | undefined) => void;
  /** Makes what is typed a new record, once the one that it rests on is gone. */
  readonly detach: () => void;
  /** Takes the rejection of a stale version. @throws any other error */
  readonly reject: (error: unknown) => void;
}

const isEqual = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/**
 * The draft of a record that other administrators may change meanwhile: what they have made of it is shown, what was typed
 * stays, and neither overwrites the other unasked.
 */
export function useVersionedDraft<Stored extends Versioned, Draft>(
  options: VersionedDraftOptions<Stored, Draft>,
): VersionedDraft<Stored, Draft> {
  const { stored, schema, toDraft, isSame = isEqual, onChange } = options;
  const [unsaved, setUnsaved] = useState(() => options.unsaved ?? { base: stored, draft: toDraft(stored) });
  const [rejectedFor, setRejectedFor] = useState<Stored>();
  const { base, draft } = unsaved;
  const isDirty = !isSame(draft, toDraft(base));
  const isNewer = stored !== undefined && base !== undefined && stored.version > base.version;
  // The own change, which is what was typed, is taken over, too.
  if (isNewer && !(isDirty && !isSame(draft, toDraft(stored)))) {
    setUnsaved({ base: stored, draft: toDraft(stored) });
    setRejectedFor(undefined);
  }
  const theirs = isNewer && stored.version > (rejectedFor?.version ?? 0) ? stored : rejectedFor;

  function put(next: Unsaved<Stored, Draft>): void {
    setUnsaved(next);
    onChange?.(next);
  }
  function rest(next: Unsaved<Stored, Draft>): void {
    setRejectedFor(undefined);
    put(next);
  }

  return {
    base,
    draft,
    isDirty,
    theirs,
    change: (fields) => put({ base, draft: { ...draft, ...fields } }),
    settle: (isTheirs) => rest({ base: theirs, draft: isTheirs ? toDraft(theirs) : draft }),
    restart: (from) => rest({ base: from, draft: toDraft(from) }),
    detach: () => setUnsaved((present) => ({ base: undefined, draft: present.draft })),
    reject(error) {
      const current = currentOf(error, schema);
      if (current === undefined) throw error;
      setRejectedFor(current);
    },
  };
}

/** The present record, if a change was rejected because it rests on an older version; undefined for any other error. */
function currentOf<Stored>(error: unknown, schema: z.ZodMiniType<Stored>): Stored | undefined {
  if (!(error instanceof ApiError) || error.code !== 'CHANGED') return undefined;
  return z.object({ current: schema }).safeParse(error.details).data?.current;
}
