import { useEffect } from 'react';
import { useStore } from '../lib/create-store.ts';
import { sharedStrings } from '../lib/strings.ts';
import { isCodeMissing } from '../lib/until-loaded.ts';
import { confirmRequest } from './confirm.tsx';
import { imageViewer } from './image-viewer.store.ts';
import { lazyCode, useLazyComponent } from './lazy-component.ts';
import { PlainToasts } from './plain-toasts.tsx';
import { isShortcutHelpOpen, openShortcutHelp } from './shortcut-help-button.tsx';
import { pendingToasts, toast } from './toast.ts';

const toaster = lazyCode(() => import('./toaster.tsx').then((module) => module.Toaster));
const confirmDialog = lazyCode(() => import('./confirm-dialog.tsx').then((module) => module.ConfirmDialog));
const shortcutHelp = lazyCode(() => import('./shortcut-help.tsx').then((module) => module.ShortcutHelp));
const viewerDialog = lazyCode(() => import('./image-viewer-dialog.tsx').then((m) => m.ImageViewerDialog));

function dropToasts(): void {
  pendingToasts.set([]);
}

function cancelConfirm(): void {
  confirmRequest.get()?.settle(false);
  toast.error(sharedStrings.menuLoadFailed);
}

function closeViewer(): void {
  imageViewer.set(undefined);
  toast.error(sharedStrings.menuLoadFailed);
}

function closeHelp(): void {
  isShortcutHelpOpen.set(false);
}

function abandonHelp(): void {
  closeHelp();
  toast.error(sharedStrings.menuLoadFailed);
}

/** Pending dialogs, images and toasts belong to the session that has ended: the next one starts without them. */
function clearAll(): void {
  confirmRequest.get()?.settle(false);
  imageViewer.set(undefined);
  closeHelp();
  dropToasts();
}

/** Renders the app's one dialog, one image viewer, the list of keys and the toasts; their code is loaded on first use. */
export function OverlayHost() {
  const waiting = useStore(pendingToasts);
  const question = useStore(confirmRequest);
  const viewed = useStore(imageViewer);
  const isHelpOpen = useStore(isShortcutHelpOpen);
  const isCodeLost = useStore(isCodeMissing);
  useEffect(() => clearAll, []);
  const Toaster = useLazyComponent(toaster, waiting.length > 0);
  const Confirm = useLazyComponent(confirmDialog, question !== undefined, cancelConfirm);
  const Viewer = useLazyComponent(viewerDialog, viewed !== undefined, closeViewer);
  const Help = useLazyComponent(shortcutHelp, isHelpOpen, abandonHelp);
  return (
    <>
      {Toaster ? <Toaster /> : isCodeLost && <PlainToasts toasts={waiting} />}
      {Confirm && question && <Confirm request={question} />}
      {Viewer && viewed && <Viewer request={viewed} />}
      {Help && isHelpOpen && <Help title={openShortcutHelp.label} onDismiss={closeHelp} />}
    </>
  );
}
