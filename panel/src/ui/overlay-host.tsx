import { useEffect, useSyncExternalStore } from 'react';
import { sharedStrings } from '../lib/strings.ts';
import { confirmSlot } from './confirm.tsx';
import { lazyCode, useLazyComponent } from './lazy-component.ts';
import { notify, waitingNotices } from './notices.ts';
import { viewerSlot } from './viewer-slot.ts';

const toaster = lazyCode(() => import('./notice-toaster.tsx').then((module) => module.NoticeToaster));
const confirmDialog = lazyCode(() => import('./confirm-dialog.tsx').then((module) => module.ConfirmDialog));
const viewerDialog = lazyCode(() => import('./image-viewer-dialog.tsx').then((m) => m.ImageViewerDialog));

function dropNotices(): void {
  waitingNotices.set(undefined);
}

function refuseConfirm(): void {
  confirmSlot.get()?.settle(false);
  notify.error(sharedStrings.menuLoadFailed);
}

function refuseViewer(): void {
  viewerSlot.set(undefined);
  notify.error(sharedStrings.menuLoadFailed);
}

/** What was asked or shown belongs to the session that has ended, and must not be there in the next one. */
function clearAll(): void {
  confirmSlot.get()?.settle(false);
  viewerSlot.set(undefined);
  dropNotices();
}

/** Draws the app's one dialog, one viewer and the notices; their code arrives when it is first needed. */
export function OverlayHost() {
  const waiting = useSyncExternalStore(waitingNotices.subscribe, waitingNotices.get);
  const question = useSyncExternalStore(confirmSlot.subscribe, confirmSlot.get);
  const viewed = useSyncExternalStore(viewerSlot.subscribe, viewerSlot.get);
  useEffect(() => clearAll, []);
  const Toaster = useLazyComponent(toaster, waiting !== undefined, dropNotices);
  const Confirm = useLazyComponent(confirmDialog, question !== undefined, refuseConfirm);
  const Viewer = useLazyComponent(viewerDialog, viewed !== undefined, refuseViewer);
  return (
    <>
      {Toaster && <Toaster />}
      {Confirm && question && <Confirm request={question} />}
      {Viewer && viewed && <Viewer request={viewed} />}
    </>
  );
}
