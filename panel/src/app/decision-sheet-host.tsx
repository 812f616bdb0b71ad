import { useEffect } from 'react';
import { decisionRequest, undoRequest } from '../entities/decision-request.ts';
import { useStore } from '../lib/create-store.ts';
import { sharedStrings } from '../lib/strings.ts';
import { lazyCode, useLazyComponent } from '../ui/lazy-component.ts';
import { toast } from '../ui/toast.ts';

const sheet = lazyCode(() =>
  import('../moderation/decisions/decision-sheet.tsx').then((module) => module.DecisionSheet),
);
const evidence = lazyCode(() =>
  import('../moderation/reports/detail/subject-evidence.tsx').then((module) => module.SubjectEvidence),
);
const undoDialog = lazyCode(() =>
  import('../moderation/decisions/undo-dialog.tsx').then((module) => module.UndoDialog),
);

const closeSheet = (): void => decisionRequest.set(undefined);
const closeUndo = (): void => undoRequest.set(undefined);

/** The requests belong to the session that has ended. */
function closeAll(): void {
  closeSheet();
  closeUndo();
}

function onLoadFailed(): void {
  closeAll();
  toast.error(sharedStrings.menuLoadFailed);
}

/**
 * Renders the decision sheet, with the evidence of the reports in it, and the dialog that undoes a decision; several
 * features ask for both, and the code is loaded with the first request.
 */
export function DecisionSheetHost() {
  const request = useStore(decisionRequest);
  const undo = useStore(undoRequest);
  useEffect(() => closeAll, []);
  const Sheet = useLazyComponent(sheet, request !== undefined, onLoadFailed);
  const Evidence = useLazyComponent(evidence, request !== undefined, onLoadFailed);
  const UndoDialog = useLazyComponent(undoDialog, undo !== undefined, onLoadFailed);
  return (
    <>
      {Sheet && Evidence && request && <Sheet request={request} evidence={Evidence} onClose={closeSheet} />}
      {UndoDialog && undo && <UndoDialog request={undo} onClose={closeUndo} />}
    </>
  );
}
