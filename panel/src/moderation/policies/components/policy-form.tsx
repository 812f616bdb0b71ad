import {
  POLICY_ACTIONS,
  POLICY_SEVERITIES,
  type Policy,
  type PolicyFields,
  policyFieldsSchema,
  policySchema,
} from '@hai-dang/contract/moderation/policies.schema.ts';
import { useLayoutEffect } from 'react';
import { policyActions, policySeverities } from '../../../entities/policy.tsx';
import { errorMessage, hasCode } from '../../../lib/api-error.ts';
import { labelIn } from '../../../lib/format.ts';
import { sharedStrings } from '../../../lib/strings.ts';
import { useVersionedDraft } from '../../../lib/use-versioned-draft.ts';
import { Button } from '../../../ui/button.tsx';
import { FormAlert } from '../../../ui/callout.tsx';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { TextareaField } from '../../../ui/textarea.tsx';
import { fieldErrors, useForm } from '../../../ui/use-form.ts';
import { useSavePolicy } from '../policies.mutations.ts';
import { policiesStrings as strings } from '../policies.strings.ts';
import { type PolicyDraft, toDraft, toFields } from '../policy-draft.ts';
import { PolicyConflict } from './policy-conflict.tsx';

const TEXT_ROWS = 6;
const SEVERITIES = POLICY_SEVERITIES.map((severity) => ({
  value: String(severity),
  label: labelIn(policySeverities, String(severity)),
}));
const NUMBER = { inputMode: 'numeric', autoComplete: 'off' } as const;

interface PolicyFormProps {
  /** The rule to change; undefined for a new one. */
  readonly policy: Policy | undefined;
  /** Called when there is unsaved text. */
  readonly onDirty: () => void;
  readonly onSaved: () => void;
  readonly onCancel: () => void;
}

/**
 * The form of one rule. If another administrator has changed it meanwhile, the form shows that change and keeps what
 * was typed; so it does if the rule could not be saved.
 */
export function PolicyForm({ policy, onDirty, onSaved, onCancel }: PolicyFormProps) {
  const edited = useVersionedDraft({ stored: policy, schema: policySchema, toDraft });
  const { base, draft, theirs } = edited;
  const { mutateAsync: save } = useSavePolicy();
  const form = useForm<keyof PolicyFields>({
    validate: () => fieldErrors(policyFieldsSchema.safeParse(toFields(draft)).error?.issues),
    async submit(_data, element) {
      if (theirs) return;
      try {
        await save({ base, fields: toFields(draft) });
        // The dialog may be closed, or show another rule by now.
        if (element.isConnected) onSaved();
      } catch (error) {
        edited.reject(error);
      }
    },
    explain: (error) =>
      hasCode(error, 'POLICY_EXISTS')
        ? { title: errorMessage(error, strings.saveFailed) }
        : { form: errorMessage(error, strings.saveFailed) },
  });
  const { show } = form;
  useLayoutEffect(() => show({ focus: 'title' }), [show]);

  function change(fields: Partial<PolicyDraft>): void {
    edited.change(fields);
    form.show({});
    onDirty();
  }

  function settle(isTheirs: boolean): void {
    edited.settle(isTheirs);
    form.show({ focus: 'text' });
  }

  return (
    <form {...form.props} className="flex flex-col gap-4">
      <TextField
        {...form.field('title')}
        label={strings.fields.title}
        value={draft.title}
        autoComplete="off"
        onChange={({ target }) => change({ title: target.value })}
      />
      <TextareaField
        {...form.field('text')}
        label={strings.fields.text}
        hint={strings.textHint}
        rows={TEXT_ROWS}
        value={draft.text}
        onChange={({ target }) => change({ text: target.value })}
      />
      <SelectField
        name="severity"
        label={strings.fields.severity}
        value={draft.severity}
        onChange={({ target }) => change({ severity: target.value })}
        options={SEVERITIES}
      />
      <div className="grid grid-cols-[repeat(auto-fit,minmax(9rem,1fr))] items-start gap-4">
        <TextField
          {...form.field('points')}
          {...NUMBER}
          label={strings.fields.points}
          hint={strings.pointsHint}
          value={draft.points}
          onChange={({ target }) => change({ points: target.value })}
        />
        <TextField
          {...form.field('expiresDays')}
          {...NUMBER}
          label={strings.fields.expiresDays}
          hint={strings.expiresHint}
          value={draft.expiresDays}
          onChange={({ target }) => change({ expiresDays: target.value })}
        />
      </div>
      <fieldset className="flex min-w-0 flex-wrap gap-x-5 gap-y-1">
        <legend className="mb-1 font-semibold text-sm">{strings.fields.defaultActions}</legend>
        {POLICY_ACTIONS.map((action) => (
          <Checkbox
            key={action}
            label={policyActions[action]}
            checked={draft.defaultActions.includes(action)}
            onChange={({ target }) =>
              change({
                defaultActions: POLICY_ACTIONS.filter((each) =>
                  each === action ? target.checked : draft.defaultActions.includes(each),
                ),
              })
            }
            className="min-h-8"
          />
        ))}
      </fieldset>
      {draft.defaultActions.includes('suspend') && (
        <TextField
          {...form.field('suspendDays')}
          {...NUMBER}
          label={strings.fields.suspendDays}
          hint={strings.suspendHint}
          value={draft.suspendDays}
          onChange={({ target }) => change({ suspendDays: target.value })}
        />
      )}
      <FormAlert>{form.errors.form}</FormAlert>
      {theirs && <PolicyConflict theirs={theirs} onSettle={settle} />}
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={onCancel}>{sharedStrings.cancel}</Button>
        <Button type="submit" variant="primary" pending={form.isPending} disabled={theirs !== undefined}>
          {strings.save}
        </Button>
      </div>
    </form>
  );
}
