import { useState } from 'react';
import { isCancelled } from '../lib/api-error.ts';
import { sharedStrings } from '../lib/strings.ts';
import { Button } from './button.tsx';
import { FormAlert } from './callout.tsx';
import type { ConfirmRequest } from './confirm.tsx';
import { Modal } from './modal.tsx';

interface ConfirmDialogProps {
  readonly request: ConfirmRequest;
}

/** The dialog behind useConfirm; each request resets its state. */
export function ConfirmDialog({ request }: ConfirmDialogProps) {
  return <Question key={request.id} request={request} />;
}

/** The cancel button is focused first: a hasty Enter must not delete. */
function Question({ request }: ConfirmDialogProps) {
  const [pending, setPending] = useState(false);
  const [failure, setFailure] = useState<string>();
  const { mustConfirm = false } = request;

  async function onConfirm() {
    if (!request.run) return request.settle(true);
    setPending(true);
    setFailure(undefined);
    try {
      await request.run();
      request.settle(true);
    } catch (error) {
      if (isCancelled(error)) return request.settle(false);
      setFailure(request.explain(error));
      setPending(false);
    }
  }

  return (
    <Modal
      title={request.title}
      message={request.message}
      locked={pending || mustConfirm}
      onDismiss={() => request.settle(false)}
    >
      {failure !== undefined && (
        <FormAlert>
          <span className="whitespace-pre-line">{failure}</span>
        </FormAlert>
      )}
      <div className="flex flex-wrap justify-end gap-2 pt-2">
        {!mustConfirm && (
          <Button data-initial-focus disabled={pending} onClick={() => request.settle(false)}>
            {request.cancelLabel ?? sharedStrings.cancel}
          </Button>
        )}
        <Button
          variant={request.tone === 'danger' ? 'danger' : 'primary'}
          pending={pending}
          onClick={() => void onConfirm()}
        >
          {request.confirmLabel}
        </Button>
      </div>
    </Modal>
  );
}
