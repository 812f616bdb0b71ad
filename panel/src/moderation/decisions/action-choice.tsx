import { useState } from 'react';
import { policyActions } from '../../entities/policy.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { USUAL_DAYS, withAction } from './decision-choice.ts';
import { decisionsStrings as strings } from './decisions.strings.ts';
import type { DecisionState } from './use-decision.ts';

const OTHER = 'other';
const DAYS_OPTIONS = [
  ...USUAL_DAYS.map((days) => ({ value: String(days), label: strings.usualDays(String(days)) })),
  { value: OTHER, label: strings.otherDays },
];

interface ActionChoiceProps {
  readonly state: DecisionState;
}

/** What follows a violation. */
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
            label={policyActions[action]}
            checked={choice.actions.includes(action)}
            onChange={(event) => change({ actions: withAction(choice.actions, action, event.target.checked) })}
            className="min-h-8"
          />
        ))}
      </div>
      {choice.actions.includes('suspend') && possible.includes('suspend') && <SuspensionDays state={state} />}
    </fieldset>
  );
}

/** How long a suspension lasts: one of the usual times, or any number of days. */
function SuspensionDays({ state: { choice, form, change } }: ActionChoiceProps) {
  const [isOther, setIsOther] = useState(!DAYS_OPTIONS.some(({ value }) => value === choice.days));
  return (
    <div className="grid grid-cols-2 items-start gap-3">
      <SelectField
        label={strings.days}
        options={DAYS_OPTIONS}
        value={isOther ? OTHER : choice.days}
        onChange={({ target: { value } }) => {
          setIsOther(value === OTHER);
          change({ days: value === OTHER ? '' : value });
        }}
      />
      {isOther && (
        <TextField
          {...form.field('suspendDays')}
          label={strings.otherDaysLabel}
          hint={strings.otherDaysHint}
          inputMode="numeric"
          autoComplete="off"
          value={choice.days}
          onChange={(event) => change({ days: event.target.value })}
        />
      )}
    </div>
  );
}
