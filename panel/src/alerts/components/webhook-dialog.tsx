import { ALERT_KINDS, type AlertKind } from '@hai-dang/contract/alerts/alerts.schema.ts';
import {
  createWebhookBodySchema,
  type Webhook,
  type WebhookWithSecret,
} from '@hai-dang/contract/alerts/webhooks.schema.ts';
import { useState } from 'react';
import { errorMessage, hasCode, isCancelled } from '../../lib/api-error.ts';
import { sharedStrings } from '../../lib/strings.ts';
import { Button } from '../../ui/button.tsx';
import { FormAlert } from '../../ui/callout.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { Modal } from '../../ui/modal.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { toast } from '../../ui/toast.ts';
import { useDiscardQuestion } from '../../ui/use-discard-question.ts';
import { type FormErrors, fieldErrors, useForm } from '../../ui/use-form.ts';
import type { WebhookChanges } from '../webhooks.queries.ts';
import { webhooksStrings as strings } from '../webhooks.strings.ts';

type Field = 'url' | 'kinds';

interface WebhookDialogProps {
  /** The webhook to change; undefined for a new one. */
  readonly webhook: Webhook | undefined;
  readonly changes: Pick<WebhookChanges, 'create' | 'update'>;
  readonly onClose: () => void;
  /** Called after the dialog has closed. */
  readonly onCreated: (created: WebhookWithSecret) => void;
}

function explain(error: unknown): FormErrors<Field> {
  if (isCancelled(error)) return {};
  const text = hasCode(error, 'WEBHOOK_NOT_FOUND') ? strings.gone : errorMessage(error, strings.saveFailed);
  const isOfUrl = hasCode(error, 'WEBHOOK_URL_REJECTED') || hasCode(error, 'WEBHOOK_HOST_UNKNOWN');
  return isOfUrl ? { url: text } : { form: text };
}

/** The dialog in which a webhook is added or changed. */
export function WebhookDialog({ webhook, changes, onClose, onCreated }: WebhookDialogProps) {
  const [url, setUrl] = useState(webhook?.url ?? '');
  const [kinds, setKinds] = useState<readonly AlertKind[]>(webhook?.kinds ?? ALERT_KINDS);
  const unsaved = useDiscardQuestion();
  const body = { url, kinds: [...kinds] };
  const form = useForm<Field>({
    validate: () => fieldErrors(createWebhookBodySchema.safeParse(body).error?.issues),
    async submit() {
      if (webhook) {
        const { _id: id, isEnabled, version } = webhook;
        await changes.update({ params: { id }, body: { ...body, isEnabled, version } });
        toast.success(strings.saved);
        return onClose();
      }
      const { data } = await changes.create({ body });
      onClose();
      onCreated(data);
    },
    explain,
  });

  async function leave(): Promise<void> {
    if (await unsaved.mayLeave()) onClose();
  }

  function choose(kind: AlertKind, isChosen: boolean): void {
    unsaved.setDirty(true);
    form.show({});
    setKinds(ALERT_KINDS.filter((each) => (each === kind ? isChosen : kinds.includes(each))));
  }

  return (
    <Modal title={webhook ? strings.editTitle : strings.add} onDismiss={() => void leave()} locked={form.isPending}>
      <form {...form.props} className="flex flex-col gap-4">
        <TextField
          {...form.field('url')}
          label={strings.url}
          hint={strings.urlHint}
          type="url"
          inputMode="url"
          autoComplete="off"
          spellCheck={false}
          value={url}
          onChange={({ target }) => {
            unsaved.setDirty(true);
            setUrl(target.value);
          }}
        />
        <fieldset className="flex flex-col gap-2">
          <legend className="mb-1 font-semibold text-sm">{strings.kinds}</legend>
          {ALERT_KINDS.map((kind) => (
            <Checkbox
              key={kind}
              name="kinds"
              label={strings.kindNames[kind]}
              checked={kinds.includes(kind)}
              onChange={({ target }) => choose(kind, target.checked)}
              className="min-h-6"
            />
          ))}
          {form.errors.kinds && (
            <p role="alert" className="text-red-ink text-sm">
              {form.errors.kinds}
            </p>
          )}
        </fieldset>
        <FormAlert>{form.errors.form}</FormAlert>
        <div className="flex flex-wrap justify-end gap-2">
          <Button onClick={() => void leave()}>{sharedStrings.cancel}</Button>
          <Button type="submit" variant="primary" pending={form.isPending}>
            {strings.save}
          </Button>
        </div>
      </form>
    </Modal>
  );
}
