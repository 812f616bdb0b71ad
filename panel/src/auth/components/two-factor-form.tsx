import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { TextButton } from '../../ui/text-button.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { authStrings } from '../auth.strings.ts';
import type { LoginForm } from '../login.mutations.ts';

interface TwoFactorFormProps {
  readonly form: LoginForm;
  readonly onBack: () => void;
}

/**
 * Asks for the two-factor code after the password. The form does not submit by itself: a wrong digit can be corrected,
 * and an automatic step would surprise screen reader users.
 */
export function TwoFactorForm({ form, onBack }: TwoFactorFormProps) {
  const [isRecovery, setIsRecovery] = useState(false);
  return (
    <form {...form.props} className="flex flex-col gap-4 rounded-xl border border-line bg-surface p-6 shadow-card">
      <TextField
        {...form.field('code')}
        key={String(isRecovery)}
        autoFocus
        label={isRecovery ? authStrings.recoveryCode : authStrings.code}
        hint={isRecovery ? authStrings.recoveryCodeHint : authStrings.codeHint}
        autoComplete={isRecovery ? 'off' : 'one-time-code'}
        inputMode={isRecovery ? 'text' : 'numeric'}
        autoCapitalize="none"
        spellCheck={false}
        required
        size="lg"
      />
      <Button
        type="submit"
        variant="primary"
        size="lg"
        pending={form.isPending}
        pendingLabel={authStrings.submitting}
        className="mt-1 w-full"
      >
        {authStrings.confirm}
      </Button>
      <TextButton size="md" className="self-center text-sm" onClick={() => setIsRecovery(!isRecovery)}>
        {isRecovery ? authStrings.useAppCode : authStrings.useRecoveryCode}
      </TextButton>
      <TextButton size="md" className="self-center text-sm" onClick={onBack}>
        {authStrings.backToPassword}
      </TextButton>
    </form>
  );
}
