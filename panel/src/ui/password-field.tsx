import { useState } from 'react';
import { TextButton } from './text-button.tsx';
import { TextField, type TextFieldProps } from './text-field.tsx';

const strings = { show: 'Hiện', hide: 'Ẩn' } as const;

interface PasswordFieldProps extends Omit<TextFieldProps, 'type' | 'trailing' | 'autoComplete'> {
  readonly autoComplete: 'current-password' | 'new-password';
}

/** A password input with a button that shows the password. */
export function PasswordField({ label, ...field }: PasswordFieldProps) {
  const [isShown, setIsShown] = useState(false);
  const act = isShown ? strings.hide : strings.show;
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
