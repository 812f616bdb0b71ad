import { vietnamDay } from '../../lib/format.ts';
import { DayField } from '../../ui/day-field.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { type ChosenEnd, END_CHOICES, isEndChoice } from './note-end.ts';
import { notesStrings as strings } from './notes.strings.ts';

const OPTIONS = END_CHOICES.map((value) => ({ value, label: strings.endChoices[value] }));

interface EndFieldProps {
  readonly value: ChosenEnd;
  readonly onChange: (end: ChosenEnd) => void;
}

/** When a note or a tag ends. */
export function EndField({ value: { choice, day }, onChange }: EndFieldProps) {
  return (
    <>
      <SelectField
        label={strings.ends}
        options={OPTIONS}
        value={choice}
        onChange={({ target: { value } }) => onChange({ choice: isEndChoice(value) ? value : '', day })}
        className="min-w-36 flex-1"
      />
      {choice === 'day' && (
        <DayField
          label={strings.endDay}
          value={day}
          min={vietnamDay(new Date())}
          onChoose={(chosen) => onChange({ choice, day: chosen })}
          className="flex-1"
        />
      )}
    </>
  );
}
