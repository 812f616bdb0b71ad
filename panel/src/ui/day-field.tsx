import { useRef, useState } from 'react';
import { isDay } from '../lib/day.ts';
import { classNames } from './class-names.ts';
import { TextField } from './text-field.tsx';

interface DayFieldProps {
  readonly label: string;
  /** yyyy-MM-dd; '' for none. */
  readonly value: string;
  readonly min?: string;
  readonly max?: string;
  readonly onChoose: (day: string) => void;
  readonly className?: string;
}

/**
 * A day. What is typed is applied with Enter or on blur, because a partial year is a day too; a day picked in the calendar is
 * complete, and applied at once.
 */
export function DayField({ label, value, min, max, onChoose, className }: DayFieldProps) {
  const [draft, setDraft] = useState(value);
  const [shown, setShown] = useState(value);
  const isTyped = useRef(false);
  if (shown !== value) {
    setShown(value);
    setDraft(value);
  }

  function take(day: string): void {
    isTyped.current = false;
    // Half a year is no day: what was there before stays.
    const isWhole = day === '' || isDay(day);
    setDraft(isWhole ? day : value);
    if (isWhole && day !== value) onChoose(day);
  }

  return (
    <TextField
      type="date"
      label={label}
      value={draft}
      {...(min && { min })}
      {...(max && { max })}
      // A browser cuts off the year of a date field that is narrower.
      className={classNames('min-w-max', className)}
      onChange={({ target }) => (isTyped.current ? setDraft(target.value) : take(target.value))}
      onBlur={() => take(draft)}
      onPointerDown={() => {
        isTyped.current = false;
      }}
      onKeyDown={({ key }) => {
        if (key === 'Enter') take(draft);
        else isTyped.current = true;
      }}
    />
  );
}
