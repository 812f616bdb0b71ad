import { useEffect } from 'react';
import { useStore } from '../lib/create-store.ts';
import { lazyCode } from '../lib/lazy-code.ts';
import { reauthenticationRequest } from '../lib/reauthentication.ts';
import { sharedStrings } from '../lib/strings.ts';
import { useLazyComponent } from '../ui/lazy-component.ts';
import { toast } from '../ui/toast.ts';

const dialog = lazyCode(() =>
  import('../account/components/reauthentication-dialog.tsx').then((module) => module.ReauthenticationDialog),
);

function cancel(): void {
  reauthenticationRequest.get()?.settle(false);
}

function onLoadFailed(): void {
  cancel();
  toast.error(sharedStrings.menuLoadFailed);
}

/** Renders the re-authentication dialog, which any call may request; its code is loaded with the first request. */
export function ReauthenticationHost() {
  const request = useStore(reauthenticationRequest);
  // The call that needs it belongs to the session that has ended.
  useEffect(() => cancel, []);
  const Dialog = useLazyComponent(dialog, request !== undefined, onLoadFailed);
  return Dialog && request && <Dialog onSettle={request.settle} />;
}
