import type { Report } from '@hai-dang/contract/moderation/reports.schema.ts';
import type { SubjectRef } from '@hai-dang/contract/moderation/subjects.schema.ts';
import { createOverlay } from '../../ui/overlay.tsx';

/** The subject to decide on, as the screen that asks for it knows it. */
export interface DecisionRequest {
  readonly subject: SubjectRef;
  /** The title of the content, or the name of the account; '' where it is unknown. */
  readonly name: string;
  /** Where it can be looked at, unless that is the open screen. */
  readonly path?: string;
  /** The report whose rule is proposed where the content is to be taken down, and nothing else: to be confirmed. */
  readonly takedownBy?: Pick<Report, 'reason' | 'policy'>;
  /** The version of the subject on which it is found harmless at once; the sheet opens only where it has changed since. */
  readonly harmless?: number;
  /** It has been on the screen long enough to be decided at once. */
  readonly isSeen?: boolean;
  /** Called once the decision is made. */
  readonly onDecided?: () => void;
}

export const decisionSheet = createOverlay<DecisionRequest>(() =>
  import('./decision-sheet.tsx').then((module) => module.DecisionSheet),
);

/** A decision, or another action of a colleague's, that is to be undone, as the screen that asks for it knows it. */
export interface UndoRequest {
  readonly id: string;
  /** It in a line. */
  readonly what: string;
  /** The administrator who did it, and the time. */
  readonly by: string;
  /** Whether its undo needs a reason of this administrator. */
  readonly needsReason: boolean;
  /** The call that undoes it where it is not taken for a decision. */
  readonly undo?: (call: {
    readonly params: { readonly id: string };
    readonly body: { readonly reason?: string };
  }) => Promise<unknown>;
}

export const undoDialog = createOverlay<UndoRequest>(() =>
  import('./undo-dialog.tsx').then((module) => module.UndoDialog),
);
