import { ChevronDown } from 'lucide-react';
import { type ComponentProps, useId } from 'react';
import { classNames } from './class-names.ts';
import { CONTROL_CLASS } from './text-field.tsx';

export interface SelectFieldProps extends Omit<ComponentProps<'select'>, 'children'> {
  readonly label: string;
  readonly hideLabel?: boolean;
  readonly options: ReadonlyArray<{ readonly value: string; readonly label: string }>;
}

/** A labelled native select: the system's own list costs nothing and works everywhere. */
export function SelectField({ label, hideLabel = false, options, className, id, ...select }: SelectFieldProps) {
  const ownId = useId();
  const selectId = id ?? ownId;
  return (
    <div className={classNames('flex min-w-0 flex-col gap-1.5', className)}>
      <label htmlFor={selectId} className={hideLabel ? 'sr-only' : 'font-semibold text-sm'}>
        {label}
      </label>
      <div className="relative">
        <select
          {...select}
          id={selectId}
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
    </div>
  );
}
