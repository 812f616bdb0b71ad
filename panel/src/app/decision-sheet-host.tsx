import { useEffect } from 'react';
import { decisionRequest } from '../entities/decision-request.ts';
import { useStore } from '../lib/create-store.ts';
import { sharedStrings } from '../lib/strings.ts';
import { lazyCode, useLazyComponent } from '../ui/lazy-component.ts';
import { toast } from '../ui/toast.ts';

const sheet = lazyCode(() =>
  import('../moderation/decisions/decision-sheet.tsx').then((module) => module.DecisionSheet),
);

const evidence = lazyCode(() =>
  import('../reports/detail/subject-evidence.tsx').then((module) => module.SubjectEvidence),
);

const close = (): void => decisionRequest.set(undefined);

function onLoadFailed(): void {
  close();
  toast.error(sharedStrings.menuLoadFailed);
}

/**
 * Renders the decision sheet, which several features ask for, with the evidence of the reports in it; the code is loaded
 * with the first request.
 */
export function DecisionSheetHost() {
  const request = useStore(decisionRequest);
  // The request belongs to the session that has ended.
  useEffect(() => close, []);
  const Sheet = useLazyComponent(sheet, request !== undefined, onLoadFailed);
  const Evidence = useLazyComponent(evidence, request !== undefined, onLoadFailed);
  return Sheet && Evidence && request && <Sheet request={request} evidence={Evidence} onClose={close} />;
}
