import { useEffect, useState } from 'react';
import { statusLabel } from '../../entities/report-status.tsx';
import { errorMessage, hasCode, isCancelled, isUnauthorized } from '../../lib/api-error.ts';
import { formatNumber } from '../../lib/format.ts';
import { sharedStrings } from '../../lib/strings.ts';
import { useNow } from '../../lib/use-now.ts';
import { Button } from '../../ui/button.tsx';
import { FormAlert } from '../../ui/callout.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { LoadingNote } from '../../ui/loading.tsx';
import { Modal } from '../../ui/modal.tsx';
import type { OverlayProps } from '../../ui/overlay.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { TextareaField } from '../../ui/textarea.tsx';
import { useDiscardQuestion } from '../../ui/use-discard-question.ts';
import { type Form, fieldErrors, useForm } from '../../ui/use-form.ts';
import { SuspensionDays } from '../decisions/suspension-days.tsx';
import { useEnabledPolicies } from '../policies/enabled-policies.queries.ts';
import type { BulkRequest } from './bulk.overlays.ts';
import { bulkStrings as strings } from './bulk.strings.ts';
import { anyAction, type BulkChoice, firstChoice, isDecision, isViolation, toBody, toTarget } from './bulk-choice.ts';
import { actedOn, consequenceTexts, namesText, subjectsText } from './bulk-sentences.ts';
import { useBulkPreview, useStartBulk } from './bulk-start.mutations.ts';

const NOTE_ROWS = 2;
const OUTCOMES = ['resolved', 'rejected'] as const;

/** `target` has no control: what is wrong with it is said below the form. */
type Field = 'action' | 'target' | 'note';

/** Confirms one action on many subjects: whom it concerns, how, and what will happen. */
export function BulkDialog({ request, onClose }: OverlayProps<BulkRequest>) {
  const { action, target, name } = request;
  const [choice, setChoice] = useState(() => firstChoice(request));
  const preview = useBulkPreview({ action: anyAction(action), target: toTarget(target, 0) });
  const policies = useEnabledPolicies();
  const { mutateAsync: start } = useStartBulk();
  const unsaved = useDiscardQuestion();
  const now = useNow();
  const total = preview.data?.total ?? 0;
  const acted = preview.data ? actedOn(preview.data, choice) : 0;
  const held = preview.data?.held;
  const subjects = subjectsText(request, acted);
  const title = preview.data ? strings.button(strings.actions[action], subjects) : strings.actions[action];

  const form = useForm<Field>({
    validate: () => fieldErrors(toBody(request, choice, total, now).error?.issues),
    async submit() {
      const body = toBody(request, choice, total, now).data;
      if (!body) return;
      await start(body);
      onClose();
      request.onStarted?.(choice.includesHeld);
    },
    explain(error) {
      if (isCancelled(error) || isUnauthorized(error)) return {};
      // The present number is shown, to be confirmed.
      if (hasCode(error, 'BULK_TOTAL_CHANGED')) void preview.refetch();
      return { form: errorMessage(error, strings.startFailed) };
    },
  });

  const isCounted = preview.data !== undefined;
  const { ref } = form.props;
  useEffect(() => {
    if (isCounted) ref.current?.querySelector<HTMLElement>('[data-initial-focus]')?.focus();
  }, [isCounted, ref]);

  function change(changes: Partial<BulkChoice>): void {
    setChoice((before) => ({ ...before, ...changes }));
    if (changes.note !== undefined) unsaved.setDirty(changes.note.trim() !== '');
    form.show({});
  }
  async function leave(): Promise<void> {
    if (await unsaved.mayLeave()) onClose();
  }

  const policy = policies.data?.find(({ key }) => key === choice.policy);
  return (
    <Modal title={title} onDismiss={() => void leave()} locked={form.isPending}>
      {preview.isPending && <LoadingNote text={strings.counting} />}
      {preview.error && (
        <ErrorState
          message={errorMessage(preview.error, strings.countFailed)}
          onRetry={() => void preview.refetch()}
          retrying={preview.isFetching}
        />
      )}
      <form {...form.props} className="flex flex-col gap-4">
        {preview.data && (
          <>
            <div className="wrap-anywhere rounded-md bg-sunken px-3 py-2">
              <p className="font-semibold">
                <bdi>{name === '' ? namesText(request, preview.data) : strings.about(name)}</bdi>
              </p>
              {preview.data.protected > 0 && (
                <p className="text-ink-muted text-sm">{strings.protectedOnes(formatNumber(preview.data.protected))}</p>
              )}
            </div>
            {held !== undefined && held.total > 0 && (
              <SelectField
                label={strings.held(formatNumber(held.total), held.names.join(', '))}
                options={[
                  { value: '', label: strings.skipHeld },
                  { value: 'all', label: strings.includeHeld },
                ]}
                value={choice.includesHeld ? 'all' : ''}
                onChange={(event) => change({ includesHeld: event.target.value !== '' })}
              />
            )}
            {isViolation(action) && (
              <SelectField
                label={strings.policy}
                data-initial-focus
                options={[
                  { value: '', label: strings.noPolicy },
                  ...(policies.data ?? []).map(({ key, title: label }) => ({ value: key, label })),
                ]}
                value={choice.policy}
                onChange={(event) => change({ policy: event.target.value })}
              />
            )}
            <ActionFields action={action} choice={choice} form={form} onChange={change} />
            <TextareaField
              {...form.field('note')}
              label={strings.note}
              hint={strings.noteHint}
              rows={NOTE_ROWS}
              value={choice.note}
              onChange={(event) => change({ note: event.target.value })}
            />
            {isDecision(action) && (
              <Checkbox
                label={strings.letters}
                checked={choice.sendsLetters}
                onChange={(event) => change({ sendsLetters: event.target.checked })}
                className="min-h-8"
              />
            )}
            <section aria-labelledby="bulk-consequences" className="flex flex-col gap-1 text-sm">
              <h3 id="bulk-consequences" className="font-semibold">
                {strings.consequences}
              </h3>
              <ul className="wrap-anywhere list-disc pl-5 text-ink-muted">
                {consequenceTexts(request, choice, preview.data, policy, now).map((sentence) => (
                  <li key={sentence}>{sentence}</li>
                ))}
              </ul>
            </section>
          </>
        )}
        <FormAlert>{form.errors.form ?? form.errors.target}</FormAlert>
        <div className="flex flex-wrap justify-end gap-2">
          <Button disabled={form.isPending} onClick={() => void leave()}>
            {sharedStrings.close}
          </Button>
          <Button
            type="submit"
            variant={action === 'tag' || action === 'no_violation' ? 'primary' : 'danger'}
            data-initial-focus={action === 'no_violation' ? '' : undefined}
            pending={form.isPending}
            disabled={acted === 0 || preview.isFetching}
          >
            {title}
          </Button>
        </div>
      </form>
    </Modal>
  );
}

interface ActionFieldsProps {
  readonly action: BulkRequest['action'];
  readonly choice: BulkChoice;
  readonly form: Form<Field>;
  readonly onChange: (changes: Partial<BulkChoice>) => void;
}

/** The fields that the action itself needs: days, a tag, or an outcome. */
function ActionFields({ action, choice, form, onChange }: ActionFieldsProps) {
  if (action === 'suspend') {
    return <SuspensionDays days={choice.days} field={form.field('action')} onChange={(days) => onChange({ days })} />;
  }
  if (action === 'tag') {
    return (
      <div className="grid grid-cols-2 items-start gap-3">
        <TextField
          {...form.field('action')}
          data-initial-focus
          label={strings.tag}
          hint={strings.tagHint}
          autoComplete="off"
          value={choice.tag}
          onChange={(event) => onChange({ tag: event.target.value })}
        />
        <SelectField
          label={strings.tagEnd}
          options={Object.entries(strings.tagEnds).map(([value, label]) => ({ value, label }))}
          value={choice.tagDays}
          onChange={(event) => onChange({ tagDays: event.target.value })}
        />
      </div>
    );
  }
  if (action !== 'close_reports') return null;
  return (
    <SelectField
      label={strings.outcome}
      data-initial-focus
      options={OUTCOMES.map((value) => ({ value, label: statusLabel(value) }))}
      value={choice.outcome}
      onChange={(event) => onChange({ outcome: event.target.value === 'rejected' ? 'rejected' : 'resolved' })}
    />
  );
}
