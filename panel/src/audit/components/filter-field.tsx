import { useRef, useState } from 'react';
import { isImeKey } from '../../lib/ime-key.ts';
import { TextField } from '../../ui/text-field.tsx';
import { type AuditQuery, cleanValue } from '../audit.filters.ts';
import { auditStrings as strings } from '../audit.strings.ts';

interface FilterFieldProps {
  readonly name: 'targetId' | 'from' | 'to';
  readonly query: AuditQuery;
  readonly onChoose: (change: Partial<AuditQuery>) => void;
  readonly min?: string;
  readonly max?: string;
}

/**
 * A typed filter; applied with Enter or on blur, because a partial id or year matches nothing. A day picked in the
 * calendar is complete, and applied at once.
 */
export function FilterField({ name, query, onChoose, min, max }: FilterFieldProps) {
  const value = query[name];
  const isDay = name !== 'targetId';
  const [draft, setDraft] = useState(value);
  const [shown, setShown] = useState(value);
  const isTyped = useRef(false);
  if (shown !== value) {
    setShown(value);
    setDraft(value);
  }

  function take(text: string): void {
    isTyped.current = false;
    const clean = cleanValue(name, text);
    setDraft(clean);
    if (clean !== value) onChoose({ [name]: clean });
  }

  return (
    <TextField
      type={isDay ? 'date' : 'text'}
      label={strings.filters[name]}
      autoComplete="off"
      spellCheck={false}
      value={draft}
      {...(min && { min })}
      {...(max && { max })}
      onChange={({ target }) => (isDay && !isTyped.current ? take(target.value) : setDraft(target.value))}
      onBlur={() => take(draft)}
      onPointerDown={() => {
        isTyped.current = false;
      }}
      onKeyDown={({ key, nativeEvent }) => {
        if (key === 'Enter' && !isImeKey(nativeEvent)) take(draft);
        else isTyped.current = true;
      }}
    />
  );
}
