import { useState } from 'react';
import { TextField } from '../../ui/text-field.tsx';
import { auditStrings as strings } from '../audit.strings.ts';

interface TargetIdFieldProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** The id of what was changed; taken with Enter or when one goes on, since half an id finds nothing. */
export function TargetIdField({ value, onChange }: TargetIdFieldProps) {
  const [draft, setDraft] = useState(value);
  const [shown, setShown] = useState(value);
  if (shown !== value) {
    setShown(value);
    setDraft(value);
  }
  const take = () => draft.trim() !== value && onChange(draft);
  return (
    <TextField
      label={strings.filters.targetId}
      autoComplete="off"
      spellCheck={false}
      value={draft}
      onChange={(event) => setDraft(event.target.value)}
      onBlur={take}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && !event.nativeEvent.isComposing) take();
      }}
    />
  );
}
