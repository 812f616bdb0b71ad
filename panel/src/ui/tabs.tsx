import { type KeyboardEvent, type ReactNode, useRef } from 'react';
import { formatNumber } from '../lib/format.ts';
import { classNames } from './class-names.ts';

export interface TabItem<Value extends string> {
  readonly value: Value;
  readonly label: string;
  /** Shown in parentheses after the label when it is greater than zero. */
  readonly count?: number | undefined;
}

interface TabsProps<Value extends string> {
  readonly label: string;
  readonly items: ReadonlyArray<TabItem<Value>>;
  readonly value: Value;
  readonly onChange: (value: Value) => void;
  /** Links the tabs to their TabPanels; pass the same id to both. */
  readonly idBase: string;
  readonly className?: string;
}

/** A row of tabs; arrow keys, Home and End move between them. */
export function Tabs<Value extends string>({ label, items, value, onChange, idBase, className }: TabsProps<Value>) {
  const list = useRef<HTMLDivElement>(null);

  function onKeyDown(event: KeyboardEvent) {
    const index = items.findIndex((item) => item.value === value);
    const last = items.length - 1;
    const targets: Record<string, number> = {
      ArrowRight: index === last ? 0 : index + 1,
      ArrowLeft: index === 0 ? last : index - 1,
      Home: 0,
      End: last,
    };
    const target = items[targets[event.key] ?? -1];
    if (!target) return;
    event.preventDefault();
    onChange(target.value);
    list.current?.querySelector<HTMLElement>(`#${CSS.escape(`${idBase}-tab-${target.value}`)}`)?.focus();
  }

  return (
    <div
      ref={list}
      role="tablist"
      aria-label={label}
      onKeyDown={onKeyDown}
      className={classNames('flex gap-1 overflow-x-auto border-line border-b', className)}
    >
      {items.map((item) => {
        const selected = item.value === value;
        return (
          <button
            key={item.value}
            type="button"
            role="tab"
            id={`${idBase}-tab-${item.value}`}
            aria-selected={selected}
            aria-controls={selected ? `${idBase}-panel-${item.value}` : undefined}
            tabIndex={selected ? 0 : -1}
            onClick={() => onChange(item.value)}
            className={classNames(
              '-mb-px h-11 shrink-0 cursor-pointer whitespace-nowrap rounded-t-md border-b-2 px-3 font-semibold text-base',
              'transition-colors -outline-offset-2',
              selected
                ? 'border-accent text-accent-ink'
                : 'border-transparent text-ink-muted hover:border-line-strong hover:text-ink',
            )}
          >
            {item.label}
            {item.count !== undefined && item.count > 0 && ` (${formatNumber(item.count)})`}
          </button>
        );
      })}
    </div>
  );
}

interface TabPanelProps {
  readonly idBase: string;
  readonly value: string;
  readonly children: ReactNode;
  readonly className?: string;
}

/** The content of the selected tab; render only the selected one. */
export function TabPanel({ idBase, value, children, className }: TabPanelProps) {
  return (
    <div
      role="tabpanel"
      id={`${idBase}-panel-${value}`}
      aria-labelledby={`${idBase}-tab-${value}`}
      className={className}
    >
      {children}
    </div>
  );
}
