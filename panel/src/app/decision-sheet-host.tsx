import { useEffect } from 'react';
import { decisionRequest } from '../entities/decision-request.ts';
import { useStore } from '../lib/create-store.ts';
import { sharedStrings } from '../lib/strings.ts';
import { lazyCode, useLazyComponent } from '../ui/lazy-component.ts';
import { toast } from '../ui/toast.ts';

const sheet = lazyCode(() =>
  import('../moderation/decisions/decision-sheet.tsx').then((module) => module.DecisionSheet),
);

const close = (): void => decisionRequest.set(undefined);

function onLoadFailed(): void {
  close();
  toast.error(sharedStrings.menuLoadFailed);
}

/** Renders the decision sheet, which several features ask for; its code is loaded with the first request. */
export function DecisionSheetHost() {
  const request = useStore(decisionRequest);
  // The request belongs to the session that has ended.
  useEffect(() => close, []);
  const Sheet = useLazyComponent(sheet, request !== undefined, onLoadFailed);
  return Sheet && request && <Sheet request={request} onClose={close} />;
}
