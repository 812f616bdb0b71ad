import { LADDER_STEPS_MAX } from '@hai-dang/contract/constants.ts';
import { LADDER_ACTIONS } from '@hai-dang/contract/moderation/settings.schema.ts';
import { Plus, Trash2 } from 'lucide-react';
import { formatNumber } from '../../../lib/format.ts';
import { Button } from '../../../ui/button.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import type { FormErrors } from '../../../ui/use-form.ts';
import { settingsStrings as strings } from '../settings.strings.ts';
import { type SettingsField, type StepDraft, stepField, withStep } from '../settings-draft.ts';

/** Focused when a step was removed. */
const ADD = 'addStep';
const NUMBER = { inputMode: 'numeric', autoComplete: 'off' } as const;
const ACTIONS = LADDER_ACTIONS.map((action) => ({ value: action, label: strings.actions[action] }));

interface LadderFieldsProps {
  readonly steps: readonly StepDraft[];
  readonly errors: FormErrors<SettingsField>;
  /** @param focus the name of the control to focus, where the steps are others now */
  readonly onChange: (steps: readonly StepDraft[], focus?: string) => void;
}

/** The steps of the ladder, from few points to many. */
export function LadderFields({ steps, errors, onChange }: LadderFieldsProps) {
  const isFull = steps.length >= LADDER_STEPS_MAX;
  return (
    <>
      {steps.length === 0 && <p className="text-ink-muted text-sm">{strings.noSteps}</p>}
      {steps.map((step, index) => {
        const number = formatNumber(index + 1);
        const set = (fields: Partial<StepDraft>) =>
          onChange(steps.map((each) => (each.id === step.id ? { ...each, ...fields } : each)));
        const field = (name: 'points' | 'action' | 'suspendDays') => ({
          name: stepField(index, name),
          error: errors[stepField(index, name)],
        });
        const action = field('action');
        return (
          <fieldset key={step.id} className="flex min-w-0 flex-col gap-1.5">
            <legend className="sr-only">{strings.step(number)}</legend>
            <div className="flex items-center justify-between gap-2">
              <span aria-hidden="true" className="font-semibold text-sm">
                {strings.step(number)}
              </span>
              <IconButton
                icon={Trash2}
                size="sm"
                isDangerous
                label={strings.removeStep(number)}
                onClick={() =>
                  onChange(
                    steps.filter(({ id }) => id !== step.id),
                    ADD,
                  )
                }
              />
            </div>
            <div className="grid grid-cols-[repeat(auto-fit,minmax(9rem,1fr))] items-start gap-4">
              <TextField
                {...field('points')}
                {...NUMBER}
                label={strings.points}
                value={step.points}
                onChange={({ target }) => set({ points: target.value })}
              />
              <SelectField
                name={action.name}
                label={strings.action}
                options={ACTIONS}
                value={step.action}
                onChange={({ target }) => set({ action: target.value === 'disable' ? 'disable' : 'suspend' })}
              />
              {step.action === 'suspend' && (
                <TextField
                  {...field('suspendDays')}
                  {...NUMBER}
                  label={strings.days}
                  value={step.days}
                  onChange={({ target }) => set({ days: target.value })}
                />
              )}
            </div>
            {action.error !== undefined && (
              <p role="alert" className="text-red-ink text-sm">
                {action.error}
              </p>
            )}
          </fieldset>
        );
      })}
      <div className="flex flex-wrap items-center gap-2">
        <Button
          name={ADD}
          size="sm"
          aria-disabled={isFull}
          onClick={() => !isFull && onChange(withStep(steps), stepField(steps.length, 'points'))}
        >
          <Plus aria-hidden="true" className="size-4 shrink-0" strokeWidth={1.75} />
          {strings.addStep}
        </Button>
        {isFull && <p className="text-ink-muted text-sm">{strings.stepsFull}</p>}
      </div>
    </>
  );
}
