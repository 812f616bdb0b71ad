import { useState } from 'react';
import { passwordStrings } from '../lib/password.strings.ts';
import { TextButton } from './text-button.tsx';
import { TextField, type TextFieldProps } from './text-field.tsx';

interface PasswordFieldProps extends Omit<TextFieldProps, 'type' | 'trailing' | 'autoComplete'> {
  readonly autoComplete: 'current-password' | 'new-password';
}

/** A password, hidden until one asks to see it. */
export function PasswordField({ label, ...field }: PasswordFieldProps) {
  const [isShown, setIsShown] = useState(false);
  const act = isShown ? passwordStrings.hide : passwordStrings.show;
  return (
    <TextField
      {...field}
      label={label}
      type={isShown ? 'text' : 'password'}
      autoCapitalize="none"
      spellCheck={false}
      required
      trailing={
        <TextButton
          aria-label={`${act} ${label.toLowerCase()}`}
          onClick={() => setIsShown(!isShown)}
          size="md"
          className="text-sm"
        >
          {act}
        </TextButton>
      }
    />
  );
}
