import { ChevronDown } from 'lucide-react';
import type { ComponentProps } from 'react';
import { classNames } from './class-names.ts';
import { CONTROL_CLASS, Field, type FieldProps } from './field.tsx';

export interface SelectFieldProps
  extends Pick<FieldProps, 'label' | 'hideLabel' | 'className'>,
    Omit<ComponentProps<'select'>, 'children' | 'id' | 'className'> {
  readonly options: ReadonlyArray<{ readonly value: string; readonly label: string }>;
}

/** A labelled native select, which needs no code of its own and works on every device. */
export function SelectField({ label, hideLabel, options, className, ...select }: SelectFieldProps) {
  return (
    <Field {...{ label, hideLabel, className }}>
      {(control) => (
        <div className="relative">
          <select
            {...select}
            {...control}
            className={classNames(CONTROL_CLASS, 'h-9 cursor-pointer appearance-none pr-9 pl-3')}
          >
            {options.map((option) => (
              <option key={option.value} value={option.value}>
                {option.label}
              </option>
            ))}
          </select>
          <ChevronDown
            aria-hidden="true"
            className="pointer-events-none absolute top-1/2 right-2.5 size-4 -translate-y-1/2 text-ink-muted"
          />
        </div>
      )}
    </Field>
  );
}
