import { TextButton } from '../../ui/text-button.tsx';
import { type UndoRequest, undoDialog } from './decisions.overlays.ts';

const strings = {
  undo: 'Hủy quyết định',
  undoWhat: (what: string, by: string) => `Hủy quyết định: ${what}, ${by}`,
} as const;

/** Asks, with the reason where one is needed, and undoes a decision of any age. */
export function UndoDecisionButton({ request }: { readonly request: UndoRequest }) {
  return (
    <TextButton
      onClick={() => undoDialog.open(request)}
      aria-label={strings.undoWhat(request.what, request.by)}
      className="self-start text-sm"
    >
      {strings.undo}
    </TextButton>
  );
}
