import { useState } from 'react';
import { TextField } from '../../ui/text-field.tsx';
import { authStrings } from '../auth.strings.ts';

/** The password, hidden until one asks to see it. */
export function PasswordField() {
  const [shown, setShown] = useState(false);
  return (
    <TextField
      label={authStrings.password}
      name="password"
      type={shown ? 'text' : 'password'}
      autoComplete="current-password"
      autoCapitalize="none"
      spellCheck={false}
      required
      size="lg"
      trailing={
        <button
          type="button"
          aria-label={shown ? authStrings.hidePassword : authStrings.showPassword}
          onClick={() => setShown(!shown)}
          className="h-8 cursor-pointer rounded-sm px-2 font-semibold text-accent-ink text-sm hover:underline"
        >
          {shown ? authStrings.hide : authStrings.show}
        </button>
      }
    />
  );
}
