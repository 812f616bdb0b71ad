import { useState } from 'react';
import { isImeKey } from '../../lib/ime-key.ts';
import { TextField } from '../../ui/text-field.tsx';
import { type AuditQuery, cleanValue } from '../audit.filters.ts';
import { auditStrings as strings } from '../audit.strings.ts';

interface FilterFieldProps {
  readonly name: 'targetId';
  readonly query: AuditQuery;
  readonly onChoose: (change: Partial<AuditQuery>) => void;
}

/** A typed filter; applied with Enter or on blur, because a partial id matches nothing. */
export function FilterField({ name, query, onChoose }: FilterFieldProps) {
  const value = query[name];
  const [draft, setDraft] = useState(value);
  const [shown, setShown] = useState(value);
  if (shown !== value) {
    setShown(value);
    setDraft(value);
  }

  function take(text: string): void {
    const clean = cleanValue(name, text);
    setDraft(clean);
    if (clean !== value) onChoose({ [name]: clean });
  }

  return (
    <TextField
      type="text"
      label={strings.filters[name]}
      autoComplete="off"
      spellCheck={false}
      value={draft}
      onChange={({ target }) => setDraft(target.value)}
      onBlur={() => take(draft)}
      onKeyDown={({ key, nativeEvent }) => {
        if (key === 'Enter' && !isImeKey(nativeEvent)) take(draft);
      }}
    />
  );
}
