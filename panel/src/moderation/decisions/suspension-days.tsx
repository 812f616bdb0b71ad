import { useState } from 'react';
import { SelectField } from '../../ui/select-field.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { USUAL_DAYS } from './decision-choice.ts';
import { decisionsStrings as strings } from './decisions.strings.ts';

const OTHER = 'other';
const DAYS_OPTIONS = [
  ...USUAL_DAYS.map((days) => ({ value: String(days), label: strings.usualDays(String(days)) })),
  { value: OTHER, label: strings.otherDays },
];

interface SuspensionDaysProps {
  /** The days as they were typed. */
  readonly days: string;
  readonly field: { readonly name: string; readonly error: string | undefined };
  readonly onChange: (days: string) => void;
}

/** How long a suspension lasts: one of the usual times, or any number of days. */
export function SuspensionDays({ days, field, onChange }: SuspensionDaysProps) {
  const [isOtherChosen, setIsOther] = useState(false);
  const isOther = isOtherChosen || !DAYS_OPTIONS.some(({ value }) => value === days);
  return (
    <div className="grid grid-cols-2 items-start gap-3">
      <SelectField
        label={strings.days}
        options={DAYS_OPTIONS}
        value={isOther ? OTHER : days}
        onChange={({ target: { value } }) => {
          setIsOther(value === OTHER);
          onChange(value === OTHER ? '' : value);
        }}
      />
      {isOther && (
        <TextField
          {...field}
          label={strings.otherDaysLabel}
          hint={strings.otherDaysHint}
          inputMode="numeric"
          autoComplete="off"
          value={days}
          onChange={(event) => {
            // It stays while a usual number is being typed.
            setIsOther(true);
            onChange(event.target.value);
          }}
        />
      )}
    </div>
  );
}
