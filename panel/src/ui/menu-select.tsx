import { ChevronDown } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import { classNames } from './class-names.ts';
import { type MenuStart, OpenMenu } from './open-menu.tsx';
import { CONTROL_CLASS } from './text-field.tsx';

interface MenuSelectProps<Value extends string> {
  readonly label: string;
  /** The text of the present value, which need not be one of the options. */
  readonly text: string;
  readonly value: string;
  readonly options: ReadonlyArray<{ readonly value: Value; readonly label: string }>;
  readonly onOpen: () => void;
  readonly onChoose: (value: Value) => void;
}

/**
 * A labelled drop-down list whose choice takes effect at once. Not a `<select>`: the arrow keys change a closed one with
 * each press, and every step would take effect.
 */
export function MenuSelect<Value extends string>(props: MenuSelectProps<Value>) {
  const { label, text, value, options, onOpen, onChoose } = props;
  const id = useId();
  const opener = useRef<HTMLButtonElement>(null);
  const [start, setStart] = useState<MenuStart>();
  // The press that ends on the button begins by closing the menu: it is not to open it again.
  const wasOpen = useRef(false);
  const open = (at: MenuStart) => {
    onOpen();
    setStart(at);
  };
  return (
    <div className="flex min-w-0 flex-col gap-1.5">
      <span id={`${id}label`} className="font-semibold text-sm">
        {label}
      </span>
      <button
        ref={opener}
        type="button"
        aria-haspopup="menu"
        aria-expanded={start !== undefined}
        aria-controls={start && id}
        aria-labelledby={`${id}label ${id}text`}
        onPointerDown={() => {
          wasOpen.current = start !== undefined;
        }}
        onClick={(event) => {
          // A press by keyboard is a click without a pointer's count.
          const byKeyboard = event.detail === 0;
          if (byKeyboard ? start !== undefined : wasOpen.current) setStart(undefined);
          else open(byKeyboard ? 'first' : 'menu');
        }}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
          event.preventDefault();
          open(event.key === 'ArrowDown' ? 'first' : 'last');
        }}
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
      {start && (
        <OpenMenu
          id={id}
          label={label}
          items={options.map((option) => ({
            label: option.label,
            isChecked: option.value === value,
            onSelect: () => onChoose(option.value),
          }))}
          opener={opener}
          start={start}
          onClose={() => setStart(undefined)}
        />
      )}
    </div>
  );
}
