import type { Assignee } from '@hai-dang/contract/moderation/assignments.schema.ts';

/** The other administrator who handles a subject; undefined where nobody does, or the one with the given id. */
export const otherHolder = (assignee: Assignee | null | undefined, ownId: string | undefined): Assignee | undefined =>
  assignee && assignee._id !== ownId ? assignee : undefined;

/** Says so before it is decided all the same. */
export const heldBy = (name: string): string => `${name} đang phụ trách đối tượng này.`;
