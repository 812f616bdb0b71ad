import { useEffect } from 'react';
import { bulkRequest } from '../entities/bulk-request.ts';
import { cleanUpRequest } from '../entities/clean-up-request.ts';
import { useStore } from '../lib/create-store.ts';
import { sharedStrings } from '../lib/strings.ts';
import { useBulks } from '../moderation/bulk/bulk.queries.ts';
import { lazyCode, useLazyComponent } from '../ui/lazy-component.ts';
import { toast } from '../ui/toast.ts';

const dialog = lazyCode(() => import('../moderation/bulk/bulk-dialog.tsx').then((module) => module.BulkDialog));

const cleanUpDialog = lazyCode(() =>
  import('../moderation/clean-up/clean-up-dialog.tsx').then((module) => module.CleanUpDialog),
);

const status = lazyCode(() => import('../moderation/bulk/bulk-status.tsx').then((module) => module.BulkStatus));

/** The request belongs to the session that has ended. */
function close(): void {
  bulkRequest.set(undefined);
  cleanUpRequest.set(undefined);
}

function onLoadFailed(): void {
  close();
  toast.error(sharedStrings.menuLoadFailed);
}

/**
 * Renders the dialog of an action on many subjects, and the one that ends a wave of spam; several features ask for them, and
 * each is loaded with the first request.
 */
export function BulkHost() {
  const request = useStore(bulkRequest);
  useEffect(() => close, []);
  const Dialog = useLazyComponent(dialog, request !== undefined, onLoadFailed);
  const cleanUp = useStore(cleanUpRequest);
  const CleanUp = useLazyComponent(cleanUpDialog, cleanUp !== undefined, onLoadFailed);
  return (
    <>
      {Dialog && request && <Dialog request={request} />}
      {CleanUp && cleanUp && <CleanUp request={cleanUp} />}
    </>
  );
}

/** In the header: an action on many subjects that runs, or has ended lately; loaded with the first of them. */
export function BulkStatusHost() {
  const isAny = useBulks().length > 0;
  const Status = useLazyComponent(status, isAny);
  return Status ? <Status /> : null;
}
