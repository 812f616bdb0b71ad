import { useEffect } from 'react';
import { createStore, useStore } from '../../lib/create-store.ts';
import { sharedStrings } from '../../lib/strings.ts';
import { lazyCode, useLazyComponent } from '../../ui/lazy-component.ts';
import { toast } from '../../ui/toast.ts';

const dialog = lazyCode(() => import('./canned-replies-dialog.tsx').then((module) => module.CannedRepliesDialog));

/** Whether the dialog with the canned replies is open. */
const isDialogOpen = createStore(false);
export const openCannedReplies = (): void => isDialogOpen.set(true);
const closeCannedReplies = (): void => isDialogOpen.set(false);

function onLoadFailed(): void {
  closeCannedReplies();
  toast.error(sharedStrings.menuLoadFailed);
}

/** Renders the dialog with the canned replies on request. */
export function CannedRepliesHost() {
  const isOpen = useStore(isDialogOpen);
  useEffect(() => closeCannedReplies, []);
  const Dialog = useLazyComponent(dialog, isOpen, onLoadFailed);
  return Dialog && isOpen && <Dialog onClose={closeCannedReplies} />;
}
