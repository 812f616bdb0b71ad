import { createOverlay } from '../../ui/overlay.tsx';

/** Lists all canned replies, to change them. */
export const cannedRepliesDialog = createOverlay(() =>
  import('./canned-replies-dialog.tsx').then((module) => module.CannedRepliesDialog),
);
