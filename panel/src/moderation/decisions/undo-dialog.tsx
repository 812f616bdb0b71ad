import { undoBodySchema } from '@hai-dang/contract/moderation/undo.schema.ts';
import { useState } from 'react';
import { errorMessage, hasCode, isCancelled, isUnauthorized } from '../../lib/api-error.ts';
import { sharedStrings } from '../../lib/strings.ts';
import { Button } from '../../ui/button.tsx';
import { FormAlert } from '../../ui/callout.tsx';
import { Modal } from '../../ui/modal.tsx';
import type { OverlayProps } from '../../ui/overlay.tsx';
import { TextareaField } from '../../ui/textarea.tsx';
import { toast } from '../../ui/toast.ts';
import { useDiscardQuestion } from '../../ui/use-discard-question.ts';
import { fieldErrors, useForm } from '../../ui/use-form.ts';
import { useUndoDecision } from './decisions.mutations.ts';
import type { UndoRequest } from './decisions.overlays.ts';
import { decisionsStrings as strings } from './decisions.strings.ts';

const REASON_ROWS = 4;

/** Names a decision and asks before it is undone; also why, where that is needed. It asks before a typed reason is discarded. */
export function UndoDialog({ request, onClose }: OverlayProps<UndoRequest>) {
  const [reason, setReason] = useState('');
  const [needsReason, setNeedsReason] = useState(request.needsReason);
  const { mutateAsync: undoDecision } = useUndoDecision();
  const isDecision = request.undo === undefined;
  const act = isDecision ? strings.takeBack : sharedStrings.undo;
  const unsaved = useDiscardQuestion();
  const form = useForm<'reason'>({
    validate: () =>
      needsReason && reason.trim() === ''
        ? { reason: strings.takeBackReasonMissing(act) }
        : fieldErrors(undoBodySchema.safeParse({ reason }).error?.issues),
    async submit() {
      const call = { params: { id: request.id }, body: needsReason ? { reason } : {} };
      await (request.undo ?? undoDecision)(call);
      toast.success(strings.takenBack(act), { detail: request.what });
      onClose();
    },
    explain(error) {
      if (isCancelled(error) || isUnauthorized(error)) return {};
      const message = errorMessage(error, strings.takeBackFailed(act));
      if (!hasCode(error, 'UNDO_REASON_REQUIRED')) return { form: message };
      // The time in which it needs none has passed while this was open.
      setNeedsReason(true);
      return { reason: message };
    },
  });

  async function leave(): Promise<void> {
    if (await unsaved.mayLeave()) onClose();
  }

  return (
    <Modal title={act} onDismiss={() => void leave()} locked={form.isPending}>
      <form {...form.props} className="flex flex-col gap-4">
        <div className="wrap-anywhere rounded-md bg-sunken px-3 py-2">
          <p className="font-semibold">
            <bdi>{request.what}</bdi>
          </p>
          <p className="text-ink-muted text-sm">
            <bdi>{request.by}</bdi>
          </p>
        </div>
        {isDecision && <p className="text-ink-muted">{strings.takeBackConsequence}</p>}
        {needsReason && (
          <TextareaField
            {...form.field('reason')}
            data-initial-focus
            label={strings.takeBackReason}
            hint={strings.takeBackReasonHint}
            rows={REASON_ROWS}
            value={reason}
            onChange={(event) => {
              setReason(event.target.value);
              unsaved.setDirty(event.target.value.trim() !== '');
              form.show({});
            }}
          />
        )}
        <FormAlert>{form.errors.form}</FormAlert>
        <div className="flex flex-wrap justify-end gap-2">
          <Button disabled={form.isPending} onClick={() => void leave()}>
            {sharedStrings.close}
          </Button>
          <Button
            type="submit"
            variant="danger"
            pending={form.isPending}
            data-initial-focus={needsReason ? undefined : ''}
          >
            {act}
          </Button>
        </div>
      </form>
    </Modal>
  );
}
