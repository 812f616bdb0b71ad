import { ChevronDown } from 'lucide-react';
import { useId } from 'react';
import { classNames } from './class-names.ts';
import { CONTROL_CLASS } from './field.tsx';
import { useMenu } from './use-menu.tsx';

interface MenuSelectProps<Value extends string> {
  readonly label: string;
  /** The text of the current value, which need not be one of the options. */
  readonly text: string;
  readonly value: string;
  readonly options: ReadonlyArray<{
    readonly value: Value;
    readonly label: string;
    /** A key that chooses it, also while the list is closed. */
    readonly keyHint?: string;
  }>;
  readonly onOpen?: () => void;
  readonly onChoose: (value: Value) => void;
}

/**
 * A labelled drop-down list whose choice takes effect at once. Not a `<select>`: in a closed one each press of an arrow
 * key changes the value, and every step would take effect.
 */
export function MenuSelect<Value extends string>(props: MenuSelectProps<Value>) {
  const { label, text, value, options, onOpen, onChoose } = props;
  const id = useId();
  const items = options.map((option) => ({
    id: option.value,
    label: option.label,
    ...(option.keyHint !== undefined && { keyHint: option.keyHint }),
    isChecked: option.value === value,
    run: () => onChoose(option.value),
  }));
  const { opener, menu } = useMenu(label, items, onOpen);
  return (
    <div className="flex min-w-0 flex-col gap-1.5">
      <span id={`${id}label`} className="font-semibold text-sm">
        {label}
      </span>
      <button
        type="button"
        aria-labelledby={`${id}label ${id}text`}
        {...opener}
        className={classNames(
          CONTROL_CLASS,
          'flex h-9 cursor-pointer items-center justify-between gap-2 px-3 text-left',
        )}
      >
        <span id={`${id}text`} className="truncate">
          {text}
        </span>
        <ChevronDown aria-hidden="true" className="size-4 shrink-0 text-ink-muted" />
      </button>
      {menu}
    </div>
  );
}
