import type { SecondFactorSecret } from '@hai-dang/contract/account/account.schema.ts';
import { type SubmitEvent, useEffect, useRef, useState } from 'react';
import { refusalText } from '../../lib/refusal-text.ts';
import { sharedStrings } from '../../lib/strings.ts';
import { Button } from '../../ui/button.tsx';
import { lazyCode, useLazyComponent } from '../../ui/lazy-component.ts';
import { TextField } from '../../ui/text-field.tsx';
import { accountStrings as strings } from '../account.strings.ts';
import { groupSecret } from '../secret-groups.ts';
import { CopyButton } from './copy-button.tsx';

/** Large enough for a phone's camera at arm's length, small enough for 320 px. */
const QR_CODE_PX = 208;
const QR_CODE_BOX = { width: QR_CODE_PX, height: QR_CODE_PX };

const qrCode = lazyCode(() => import('./qr-code.tsx').then((module) => module.QrCode));
/** The key in letters does as well. */
function doWithout(): void {}

interface SetUpFormProps {
  readonly secret: SecondFactorSecret;
  /** Ends when the recovery codes have been seen; rejects with what the code was refused for. */
  readonly onCode: (code: string) => Promise<void>;
  readonly onCancel: () => void;
}

/** Brings the secret into an authenticator app, and shows with a first code that it is there. */
export function SetUpForm({ secret, onCode, onCancel }: SetUpFormProps) {
  const [isPending, setIsPending] = useState(false);
  const [problem, setProblem] = useState<string>();
  const start = useRef<HTMLHeadingElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const QrCode = useLazyComponent(qrCode, true, doWithout);
  useEffect(() => start.current?.focus(), []);

  function refuse(text: string): void {
    setProblem(text);
    field.current?.focus();
    field.current?.select();
  }

  async function onSubmit(event: SubmitEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    if (isPending) return;
    const code = (field.current?.value ?? '').replace(/\s/g, '');
    setProblem(undefined);
    if (code === '') return refuse(strings.codeMissing);
    setIsPending(true);
    try {
      await onCode(code);
    } catch (error) {
      refuse(refusalText(error, strings.confirmFailed));
    } finally {
      setIsPending(false);
    }
  }

  return (
    <form noValidate onSubmit={(event) => void onSubmit(event)} className="flex max-w-md flex-col gap-4">
      <h3 ref={start} tabIndex={-1} className="scroll-mt-14 font-semibold">
        {strings.scanTitle}
      </h3>
      <p className="text-ink-muted text-sm">{strings.scanHint}</p>
      <div style={QR_CODE_BOX} className="rounded-md border border-line">
        {QrCode && <QrCode text={secret.address} />}
      </div>
      <p className="text-ink-muted text-sm">{strings.typeHint}</p>
      <code className="wrap-anywhere font-mono">{groupSecret(secret.secret)}</code>
      <CopyButton text={secret.secret} label={strings.copySecret} />
      <h3 className="font-semibold">{strings.codeTitle}</h3>
      <TextField
        ref={field}
        label={strings.code}
        error={problem}
        name="code"
        autoComplete="one-time-code"
        inputMode="numeric"
        required
      />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant="primary" pending={isPending}>
          {strings.confirm}
        </Button>
        <Button disabled={isPending} onClick={onCancel}>
          {sharedStrings.cancel}
        </Button>
      </div>
    </form>
  );
}
