import { RECENT_ACTIONS_MS } from '@hai-dang/contract/constants.ts';

/** Why a decision was undone, where who made it gives no reason. */
export const OWN_UNDO_REASON = 'Người quyết định tự hoàn tác';

interface Made {
  readonly actor_id: string | null;
  readonly created_at: Date;
}

/** Whether the undo of a decision needs a reason: that of a colleague's does, one's own not for a day. */
export const needsUndoReason = ({ actor_id, created_at }: Made, callerId: string, now: Date): boolean =>
  actor_id !== callerId || created_at.getTime() + RECENT_ACTIONS_MS <= now.getTime();
