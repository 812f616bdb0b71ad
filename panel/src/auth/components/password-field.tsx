import { Eye, EyeOff } from 'lucide-react';
import { useState } from 'react';
import { IconButton } from '../../ui/icon-button.tsx';
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
      inputClassName="h-11"
      trailing={
        <IconButton
          icon={shown ? EyeOff : Eye}
          size="sm"
          label={shown ? authStrings.hidePassword : authStrings.showPassword}
          onClick={() => setShown(!shown)}
        />
      }
    />
  );
}
