import { useRef } from 'react';
import { Chip } from './chip.tsx';

const strings = { label: 'Bộ lọc đang dùng', remove: (text: string) => `Bỏ lọc ${text}` } as const;

interface ChipListProps<Name extends string> {
  readonly chips: ReadonlyArray<{ readonly name: Name; readonly text: string }>;
  readonly className?: string;
  readonly onRemove: (name: Name) => void;
}

/** Moves the focus to the button of a list's filters, before what has it is removed. */
export const focusFilters = (): void => document.querySelector<HTMLElement>('search button[aria-expanded]')?.focus();

/** The filters of a list that are set: a press removes one, and the focus moves to the next. */
export function ChipList<Name extends string>({ chips, className = '', onRemove }: ChipListProps<Name>) {
  const list = useRef<HTMLUListElement>(null);
  if (chips.length === 0) return null;

  function remove(name: Name, index: number): void {
    const buttons = list.current?.querySelectorAll('button');
    const next = buttons?.[index + 1] ?? buttons?.[index - 1];
    if (next) next.focus();
    else focusFilters();
    onRemove(name);
  }

  return (
    <ul ref={list} aria-label={strings.label} className={`flex min-w-0 flex-wrap gap-2 ${className}`}>
      {chips.map(({ name, text }, index) => (
        <li key={name} className="min-w-0 max-w-full">
          <Chip label={strings.remove(text)} onRemove={() => remove(name, index)}>
            <bdi className="min-w-0 truncate" title={text}>
              {text}
            </bdi>
          </Chip>
        </li>
      ))}
    </ul>
  );
}
