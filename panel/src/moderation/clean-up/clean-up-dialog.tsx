import { UNDO_WINDOW_MS } from '@hai-dang/contract/constants.ts';
import type { BulkPreview } from '@hai-dang/contract/moderation/bulk-start.schema.ts';
import { useState } from 'react';
import { errorMessage, isCancelled, isUnauthorized } from '../../lib/api-error.ts';
import { formatNumber } from '../../lib/format.ts';
import { sharedStrings } from '../../lib/strings.ts';
import { Button } from '../../ui/button.tsx';
import { FormAlert } from '../../ui/callout.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { InlineError } from '../../ui/inline-error.tsx';
import { Modal } from '../../ui/modal.tsx';
import type { OverlayProps } from '../../ui/overlay.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { toast } from '../../ui/toast.ts';
import { useForm } from '../../ui/use-form.ts';
import { useChangeBulk } from '../bulk/bulk.mutations.ts';
import { useBulkPreview, useStartBulk } from '../bulk/bulk-start.mutations.ts';
import { useEnabledPolicies } from '../policies/enabled-policies.queries.ts';
import type { CleanUpRequest } from './clean-up.overlays.ts';
import { cleanUpStrings as strings } from './clean-up.strings.ts';

const countText = (count: number | null | undefined): string =>
  count === undefined ? strings.counting : formatNumber(count ?? 0);

/** Confirms what ends a wave of spam of one account: all of it is chosen, with what it concerns in numbers. */
export function CleanUpDialog({ request, onClose }: OverlayProps<CleanUpRequest>) {
  const { userId, name, isDisabled } = request;
  const [choice, setChoice] = useState({ disables: !isDisabled, takesDown: true, closesReports: true });
  const [policy, setPolicy] = useState('');
  const { mutateAsync: start } = useStartBulk();
  const { mutate: changeBulk } = useChangeBulk();
  const content = useBulkPreview({
    action: { kind: 'takedown' },
    target: { kind: 'content_of', userId, since: 'all' },
  });
  const reports = useBulkPreview({
    action: { kind: 'close_reports', outcome: 'resolved' },
    target: { kind: 'reports_about', userId },
  });
  const policies = useEnabledPolicies();
  const previews = [content, reports];
  const isDecision = choice.disables || choice.takesDown;
  const form = useForm<never>({
    async submit() {
      const { data: bulk } = await start({
        action: { kind: 'clean_up', ...choice },
        target: { kind: 'everything_of', userId },
        policy: isDecision ? policy || null : null,
      });
      toast.info(strings.started, {
        detail: name,
        durationMs: UNDO_WINDOW_MS,
        action: { label: sharedStrings.undo, onClick: () => changeBulk({ id: bulk._id, isUndo: true }) },
      });
      onClose();
    },
    explain: (error) =>
      isCancelled(error) || isUnauthorized(error) ? {} : { form: errorMessage(error, strings.startFailed) },
  });
  const change = (changes: Partial<typeof choice>) => setChoice((before) => ({ ...before, ...changes }));
  const totalOf = (data: BulkPreview | undefined) => countText(data?.total);

  return (
    <Modal title={strings.title} onDismiss={onClose} locked={form.isPending}>
      <form {...form.props} className="flex flex-col gap-4">
        <p className="wrap-anywhere rounded-md bg-sunken px-3 py-2 font-semibold">
          <bdi>{strings.account(name)}</bdi>
        </p>
        {previews.some(({ error }) => error) && (
          <InlineError
            message={strings.countFailed}
            onRetry={() => previews.map((preview) => preview.refetch())}
            retrying={previews.some(({ isFetching }) => isFetching)}
          />
        )}
        <div className="flex flex-col gap-1">
          {!isDisabled && (
            <Checkbox
              label={strings.disables}
              checked={choice.disables}
              onChange={(event) => change({ disables: event.target.checked })}
              className="min-h-8"
            />
          )}
          <Checkbox
            label={strings.takesDown(totalOf(content.data))}
            checked={choice.takesDown}
            onChange={(event) => change({ takesDown: event.target.checked })}
            className="min-h-8"
          />
          <Checkbox
            label={strings.closesReports(countText(reports.data?.reports))}
            checked={choice.closesReports}
            onChange={(event) => change({ closesReports: event.target.checked })}
            className="min-h-8"
          />
        </div>
        {isDecision && (
          <SelectField
            label={strings.policy}
            options={[
              { value: '', label: strings.noPolicy },
              ...(policies.data ?? []).map(({ key, title }) => ({ value: key, label: title })),
            ]}
            value={policy}
            onChange={(event) => setPolicy(event.target.value)}
          />
        )}
        <p className="text-ink-muted text-sm">
          {isDecision && `${strings.policyHint} `}
          {strings.hint}
        </p>
        <FormAlert>{form.errors.form}</FormAlert>
        <div className="flex flex-wrap justify-end gap-2">
          <Button disabled={form.isPending} onClick={onClose}>
            {sharedStrings.cancel}
          </Button>
          <Button
            type="submit"
            variant="danger"
            pending={form.isPending}
            disabled={!(isDecision || choice.closesReports) || content.isPending || reports.isPending}
          >
            {strings.start}
          </Button>
        </div>
      </form>
    </Modal>
  );
}
