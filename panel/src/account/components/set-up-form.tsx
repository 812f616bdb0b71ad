import type { SecondFactorSecret } from '@hai-dang/contract/account/account.schema.ts';
import { useEffect, useRef } from 'react';
import { authErrorMessage } from '../../lib/auth-error-message.ts';
import { lazyCode } from '../../lib/lazy-code.ts';
import { sharedStrings } from '../../lib/strings.ts';
import { Button } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { useLazyComponent } from '../../ui/lazy-component.ts';
import { TextField } from '../../ui/text-field.tsx';
import { useForm } from '../../ui/use-form.ts';
import { accountStrings as strings } from '../account.strings.ts';

/** Large enough for a phone's camera at arm's length, small enough for a 320 px wide screen. */
const QR_CODE_PX = 208;
const QR_CODE_BOX = { width: QR_CODE_PX, height: QR_CODE_PX };

const GROUP_CHARS = 4;

const qrCode = lazyCode(() => import('./qr-code.tsx').then((module) => module.QrCode));

interface SetUpFormProps {
  readonly secret: SecondFactorSecret;
  /** Resolves when the recovery codes have been seen; rejects with the error of the code. */
  readonly onCode: (code: string) => Promise<void>;
  readonly onCancel: () => void;
}

const codeOf = (data: FormData): string => String(data.get('code')).replace(/\s/g, '');

/** A secret in groups that are easy to read and type: 'ABCD EFGH IJ'. */
export function groupSecret(secret: string): string {
  return secret.replace(new RegExp(`(.{${GROUP_CHARS}})(?=.)`, 'g'), '$1 ');
}

/** Transfers the secret to an authenticator app, and verifies it with a first code. */
export function SetUpForm({ secret, onCode, onCancel }: SetUpFormProps) {
  const start = useRef<HTMLHeadingElement>(null);
  const QrCode = useLazyComponent(qrCode, true);
  useEffect(() => start.current?.focus(), []);

  const form = useForm<'code'>({
    validate: (data) => (codeOf(data) === '' ? { code: strings.codeMissing } : {}),
    submit: (data) => onCode(codeOf(data)),
    explain: (error) => ({ code: authErrorMessage(error, strings.confirmFailed) }),
  });

  return (
    <form {...form.props} className="flex max-w-md flex-col gap-4">
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
        {...form.field('code')}
        label={strings.code}
        autoComplete="one-time-code"
        inputMode="numeric"
        required
      />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant="primary" pending={form.isPending}>
          {strings.confirm}
        </Button>
        <Button disabled={form.isPending} onClick={onCancel}>
          {sharedStrings.cancel}
        </Button>
      </div>
    </form>
  );
}
