import { type Action, useActions } from '../../../lib/actions.ts';
import { ActionButton } from '../../../ui/action-button.tsx';
import { keepToastsAbove } from '../../../ui/bottom-bar.ts';
import { HeldNotice } from './held-notice.tsx';
import { reportDetailStrings as strings } from './report-detail.strings.ts';
import type { FreshHold } from './use-fresh-hold.ts';

/** An action with what it does, in the words of its tooltip. */
export interface ExplainedAction extends Action {
  readonly hint: string;
  readonly isPending?: boolean;
  /** It is held while the report is fresh. */
  readonly isHeld?: boolean;
}

interface DecisionsProps {
  readonly actions: readonly ExplainedAction[];
  readonly hold: FreshHold;
}

/** Registers the decisions on the open report, those that it has. */
export function useDecisionActions(actions: readonly ExplainedAction[]): readonly ExplainedAction[] {
  return useActions(actions).filter(({ when }) => when !== false);
}

/** The decisions on the open report, each with its key. */
export function DecisionButtons({ actions, hold }: DecisionsProps) {
  const notice = <HeldNotice hold={hold} text={strings.held} className="mt-2" />;
  if (actions.length === 0) return notice;
  return (
    <div className="max-lg:hidden">
      <fieldset aria-label={strings.decisions} className="flex min-w-0 flex-col gap-2">
        {actions.map((action, index) => (
          <ActionButton
            key={action.id}
            variant={index === 0 ? 'primary' : action.isDangerous ? 'danger-outline' : 'secondary'}
            showsKey
            action={action}
            pending={action.isPending ?? false}
            aria-disabled={action.isHeld}
            title={action.hint}
          />
        ))}
      </fieldset>
      {notice}
    </div>
  );
}

/** The same at the bottom of a narrow window, always in sight. */
export function DecisionBar({ actions, hold }: DecisionsProps) {
  if (actions.length === 0) return null;
  return (
    <footer
      ref={keepToastsAbove}
      className="sticky bottom-2 z-20 mt-auto rounded-lg border border-line bg-raised p-2 shadow-pop lg:hidden"
    >
      <HeldNotice hold={hold} text={strings.held} className="mb-2" />
      <fieldset aria-label={strings.decisions} className="flex min-w-0 flex-wrap gap-2">
        {actions.map((action, index) => (
          <ActionButton
            key={action.id}
            size="sm"
            variant={index === 0 ? 'primary' : action.isDangerous ? 'danger-outline' : 'secondary'}
            action={action}
            pending={action.isPending ?? false}
            aria-disabled={action.isHeld}
            className="grow"
          />
        ))}
      </fieldset>
    </footer>
  );
}
