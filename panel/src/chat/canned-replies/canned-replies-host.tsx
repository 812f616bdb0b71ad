import { useEffect } from 'react';
import { useStore } from '../../lib/create-store.ts';
import { sharedStrings } from '../../lib/strings.ts';
import { lazyCode, useLazyComponent } from '../../ui/lazy-component.ts';
import { toast } from '../../ui/toast.ts';
import { closeReplyManager, replyManager } from './canned-replies-dialog.store.ts';

const dialog = lazyCode(() => import('./canned-replies-dialog.tsx').then((module) => module.CannedRepliesDialog));

function refuse(): void {
  closeReplyManager();
  toast.error(sharedStrings.menuLoadFailed);
}

/** Draws the dialog with the canned replies, once it is asked for. */
export function CannedRepliesHost() {
  const isOpen = useStore(replyManager);
  useEffect(() => closeReplyManager, []);
  const Dialog = useLazyComponent(dialog, isOpen, refuse);
  return Dialog && isOpen && <Dialog onClose={closeReplyManager} />;
}
