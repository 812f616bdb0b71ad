import { policyActions } from '../../entities/policy.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { withAction } from './decision-choice.ts';
import { decisionsStrings as strings } from './decisions.strings.ts';
import { LadderOffer } from './ladder-offer.tsx';
import { SuspensionDays } from './suspension-days.tsx';
import type { DecisionState } from './use-decision.ts';

interface ActionChoiceProps {
  readonly state: DecisionState;
}

/** The choice of the actions that follow a violation. */
export function ActionChoice({ state }: ActionChoiceProps) {
  const { choice, possible, change } = state;
  return (
    <fieldset className="flex min-w-0 flex-col gap-1">
      <legend className="mb-1.5 font-semibold text-base">{strings.actions}</legend>
      {possible.length === 0 && <p className="text-ink-muted text-sm">{strings.noActions}</p>}
      <div className="grid grid-cols-2 gap-x-4">
        {possible.map((action) => (
          <Checkbox
            key={action}
            value={action}
            label={policyActions[action]}
            checked={choice.actions.includes(action)}
            onChange={(event) => change({ actions: withAction(choice.actions, action, event.target.checked) })}
            className="min-h-8"
          />
        ))}
      </div>
      {choice.actions.includes('suspend') && possible.includes('suspend') && (
        <SuspensionDays
          days={choice.days}
          field={state.form.field('suspendDays')}
          onChange={(days) => change({ days })}
        />
      )}
      <LadderOffer state={state} />
    </fieldset>
  );
}
