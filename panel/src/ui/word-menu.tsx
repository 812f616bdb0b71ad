import { type ReactNode, useEffect, useRef } from 'react';
import { classNames } from './class-names.ts';
import { type OpenWordMenu, optionId } from './use-word-menu.ts';

/** Low enough that an on-screen keyboard does not push the first line off the screen. */
const MAX_HEIGHT = 'min(20rem, 45dvh)';

interface WordMenuProps<Item> {
  readonly open: OpenWordMenu<Item> | undefined;
  readonly label: string;
  /** Announced when there are matches. */
  readonly found: (count: number) => string;
  /** Shown and announced while there are none. */
  readonly note: string;
  readonly keyOf: (item: Item) => string;
  readonly children: (item: Item) => ReactNode;
  /** The line after the items. */
  readonly more?: string;
  /** Where it opens. Default: above the field. */
  readonly side?: 'above' | 'below';
}

/** The list of a word menu, beside its field; requires a positioned parent (use-word-menu.ts). */
export function WordMenuList<Item>(props: WordMenuProps<Item>) {
  const { open, label, found, note, keyOf, children, more, side = 'above' } = props;
  const list = useRef<HTMLDivElement>(null);
  const active = open?.active ?? -1;
  useEffect(() => {
    list.current?.children[active]?.scrollIntoView({ block: 'nearest' });
  }, [active]);
  const count = open?.matches.length ?? 0;
  const shown = open && count === 0 ? note : '';
  const lines = open && [...open.matches, ...(more === undefined ? [] : [undefined])];

  return (
    <>
      <span aria-live="polite" className="sr-only">
        {count > 0 ? found(count) : shown}
      </span>
      {open && lines && (
        <div
          style={{ maxHeight: MAX_HEIGHT, [side === 'above' ? 'bottom' : 'top']: '100%' }}
          className="absolute inset-x-0 z-20 flex flex-col overflow-hidden rounded-lg border border-line bg-raised shadow-pop"
        >
          {shown !== '' && (
            <p
              aria-hidden="true"
              className={classNames('px-3 pt-2 text-ink-muted text-sm', more === undefined && 'pb-2')}
            >
              {shown}
            </p>
          )}
          {lines.length > 0 && (
            <div
              ref={list}
              id={open.id}
              role="listbox"
              aria-label={label}
              // Keeps the focus in the field.
              onMouseDown={(event) => event.preventDefault()}
              className="min-h-0 overflow-y-auto p-1"
            >
              {lines.map((item, index) => (
                // The field handles the keys.
                // biome-ignore lint/a11y/useKeyWithClickEvents: see above
                // biome-ignore lint/a11y/useFocusableInteractive: see above
                <div
                  key={item === undefined ? '' : keyOf(item)}
                  id={optionId(open.id, index)}
                  role="option"
                  aria-selected={index === active}
                  onClick={() => open.onTake(index)}
                  className={classNames(
                    'flex min-h-9 cursor-pointer items-center gap-2.5 rounded-md px-2.5 text-sm',
                    index === active ? 'bg-accent-soft text-accent-ink' : 'hover:bg-hover',
                    item === undefined && index !== active && 'text-ink-muted',
                  )}
                >
                  {item === undefined ? more : children(item)}
                </div>
              ))}
            </div>
          )}
        </div>
      )}
    </>
  );
}
