import { POLICY_SEVERITIES } from '@hai-dang/contract/moderation/policies.schema.ts';
import { type Settings, settingsFieldsSchema, settingsSchema } from '@hai-dang/contract/moderation/settings.schema.ts';
import { policySeverities } from '../../../entities/policy.tsx';
import { errorMessage } from '../../../lib/api-error.ts';
import { tabStorage } from '../../../lib/browser-storage.ts';
import { createDrafts } from '../../../lib/drafts.ts';
import { labelIn } from '../../../lib/format.ts';
import { useVersionedDraft } from '../../../lib/use-versioned-draft.ts';
import { Button } from '../../../ui/button.tsx';
import { FormAlert } from '../../../ui/callout.tsx';
import { Card } from '../../../ui/card.tsx';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { useDiscardQuestion } from '../../../ui/use-discard-question.ts';
import { useForm } from '../../../ui/use-form.ts';
import { useUpdateSettings } from '../settings.mutations.ts';
import { settingsStrings as strings } from '../settings.strings.ts';
import {
  dueField,
  isSame,
  readUnsaved,
  type SettingsDraft,
  type SettingsField,
  settingsErrors,
  toDraft,
  toFields,
  withDueHours,
  writeUnsaved,
} from '../settings-draft.ts';
import { LadderFields } from './ladder-fields.tsx';
import { SettingsConflict } from './settings-conflict.tsx';

const NUMBER = { inputMode: 'numeric', autoComplete: 'off' } as const;
/** Stored in this tab until it is saved: another screen in between loses nothing of what was typed. */
const drafts = createDrafts(tabStorage, 'settingsDraft');
const DRAFT_ID = 'moderation';

interface SettingsFormProps {
  /** The settings as they are now: another administrator may change them while the form is open. */
  readonly settings: Settings;
}

/** The form of the settings. What another administrator changes meanwhile is shown, and what was typed stays. */
export function SettingsForm({ settings }: SettingsFormProps) {
  const edited = useVersionedDraft({
    stored: settings,
    schema: settingsSchema,
    toDraft: (stored = settings) => toDraft(stored),
    isSame,
    unsaved: readUnsaved(drafts.get(DRAFT_ID)),
    onChange: (typed) => drafts.set(DRAFT_ID, writeUnsaved(typed)),
  });
  const { base = settings, draft, isDirty, theirs } = edited;
  const { mutateAsync: save } = useUpdateSettings();
  const unsaved = useDiscardQuestion();

  const form = useForm<SettingsField>({
    validate: () => settingsErrors(settingsFieldsSchema.safeParse(toFields(draft)).error?.issues),
    async submit() {
      if (theirs) return;
      try {
        const { data } = await save({ body: { ...toFields(draft), version: base.version } });
        edited.restart(data);
      } catch (error) {
        edited.reject(error);
      }
    },
    explain: (error) => ({ form: errorMessage(error, strings.saveFailed) }),
  });

  function change(fields: Partial<SettingsDraft>, focus?: string): void {
    edited.change(fields);
    form.show(focus === undefined ? {} : { focus });
  }

  function settle(isTheirs: boolean): void {
    edited.settle(isTheirs);
    form.show({ focus: 'appealDays' });
  }

  async function discard(): Promise<void> {
    unsaved.setDirty(isDirty);
    if (await unsaved.mayLeave()) edited.restart(base);
  }

  return (
    <form {...form.props} className="flex flex-col gap-4">
      <Card spacing="wide" title={strings.ladder}>
        <p className="text-ink-muted text-sm">{strings.ladderHint}</p>
        <LadderFields steps={draft.steps} errors={form.errors} onChange={(steps, focus) => change({ steps }, focus)} />
      </Card>
      <Card spacing="wide" title={strings.due}>
        <p className="text-ink-muted text-sm">{strings.dueHint}</p>
        <div className="grid grid-cols-[repeat(auto-fit,minmax(7rem,1fr))] items-start gap-4">
          {POLICY_SEVERITIES.map((severity) => (
            <TextField
              key={severity}
              {...form.field(dueField(severity))}
              {...NUMBER}
              label={labelIn(policySeverities, String(severity))}
              value={draft.dueHours[severity - 1] ?? ''}
              onChange={({ target }) => change({ dueHours: withDueHours(draft.dueHours, severity, target.value) })}
            />
          ))}
        </div>
      </Card>
      <Card spacing="wide" title={strings.appeals}>
        <TextField
          {...form.field('appealDays')}
          {...NUMBER}
          label={strings.appealDays}
          hint={strings.appealDaysHint}
          value={draft.appealDays}
          onChange={({ target }) => change({ appealDays: target.value })}
        />
        <TextField
          {...form.field('appealDueHours')}
          {...NUMBER}
          label={strings.appealDueHours}
          hint={strings.appealDueHoursHint}
          value={draft.appealDueHours}
          onChange={({ target }) => change({ appealDueHours: target.value })}
        />
      </Card>
      <Card spacing="wide" title={strings.automatic}>
        <Switching
          label={strings.sealing}
          hint={strings.sealingHint}
          checked={draft.isSealingOn}
          onChange={(isSealingOn) => change({ isSealingOn })}
        />
        <Switching
          label={strings.hiding}
          hint={strings.hidingHint}
          checked={draft.isHidingOn}
          onChange={(isHidingOn) => change({ isHidingOn })}
        />
        <TextField
          {...form.field('hidingReporters')}
          {...NUMBER}
          label={strings.hidingReporters}
          hint={strings.hidingReportersHint}
          value={draft.hidingReporters}
          onChange={({ target }) => change({ hidingReporters: target.value })}
        />
      </Card>
      <FormAlert>{form.errors.form}</FormAlert>
      {theirs && <SettingsConflict theirs={theirs} onSettle={settle} />}
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={() => void discard()} disabled={!isDirty || form.isPending}>
          {strings.discard}
        </Button>
        <Button type="submit" variant="primary" pending={form.isPending} disabled={!isDirty || theirs !== undefined}>
          {strings.save}
        </Button>
      </div>
    </form>
  );
}

interface SwitchingProps {
  readonly label: string;
  readonly hint: string;
  readonly checked: boolean;
  readonly onChange: (isOn: boolean) => void;
}

/** A switch for what the system does by itself. */
function Switching({ label, hint, checked, onChange }: SwitchingProps) {
  return (
    <div className="flex flex-col gap-0.5">
      <Checkbox
        label={label}
        checked={checked}
        onChange={({ target }) => onChange(target.checked)}
        className="min-h-8 font-semibold"
      />
      <p className="text-ink-muted text-sm">{hint}</p>
    </div>
  );
}
