import { Check } from 'lucide-react';
import {
  type KeyboardEvent,
  type PointerEvent,
  type RefObject,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
} from 'react';
import type { Action } from '../lib/actions.ts';
import { isImeKey } from '../lib/ime-key.ts';
import { useShortcutsOn } from '../lib/shortcut-keys.ts';
import { classNames } from './class-names.ts';
import { KeyHint } from './key-hint.tsx';
import { indexByLetter, placeMenu } from './menu-placement.ts';

export interface MenuItem extends Pick<Action, 'id' | 'label' | 'icon' | 'isDangerous'> {
  readonly run: () => void;
  /** For items of which one is selected: whether it is this one. */
  readonly isChecked?: boolean;
  /** A key that runs it, printed on it; nothing while shortcuts are turned off. */
  readonly keyHint?: string;
}

/** The index of the item that is focused when the menu opens; the menu itself if it was opened with a pointer. */
export type MenuStart = number | 'menu';

interface OpenMenuProps {
  readonly label: string;
  readonly items: readonly MenuItem[];
  readonly id: string;
  readonly opener: RefObject<HTMLButtonElement | null>;
  readonly start: MenuStart;
  readonly onClose: () => void;
}

const ITEM = '[role^="menuitem"]';
const itemsOf = (menu: HTMLElement): HTMLElement[] => [...menu.querySelectorAll<HTMLElement>(ITEM)];

/** The index of the item that a key moves to from `current`; -1 means no item. */
function indexByKey(key: string, current: number, labels: readonly string[]): number | undefined {
  if (key === 'ArrowDown') return (current + 1) % labels.length;
  if (key === 'ArrowUp') return (Math.max(current, 0) || labels.length) - 1;
  if (key === 'Home') return 0;
  if (key === 'End') return labels.length - 1;
  return key !== ' ' && [...key].length === 1 ? indexByLetter(labels, current, key) : undefined;
}

/**
 * The menu, in the browser's top layer: no container clips it, and it is above an open dialog. It closes when the focus
 * leaves it, so there is never more than one.
 */
export function OpenMenu({ id, label, items, opener, start, onClose }: OpenMenuProps) {
  const menu = useRef<HTMLDivElement>(null);
  const shortcutsOn = useShortcutsOn();
  const place = useEffectEvent(() => {
    const from = opener.current?.getBoundingClientRect();
    if (!menu.current || !from) return;
    if (from.bottom < 0 || from.top > window.innerHeight) return onClose();
    const viewport = { width: document.documentElement.clientWidth, height: window.innerHeight };
    const { left, top } = placeMenu(from, menu.current.getBoundingClientRect(), viewport);
    menu.current.style.left = `${left}px`;
    menu.current.style.top = `${top}px`;
  });

  const show = useEffectEvent(() => {
    const element = menu.current;
    if (!element) return;
    // Without `popover` the menu still shows, because its position is fixed.
    element.showPopover?.();
    place();
    (start === 'menu' ? element : itemsOf(element)[start])?.focus();
  });

  useLayoutEffect(() => show(), []);
  useEffect(() => {
    // Scrolling any ancestor moves the button.
    const follow = () => place();
    window.addEventListener('scroll', follow, { capture: true, passive: true });
    window.addEventListener('resize', follow);
    return () => {
      window.removeEventListener('scroll', follow, { capture: true });
      window.removeEventListener('resize', follow);
    };
  }, []);

  const close = () => {
    opener.current?.focus();
    onClose();
  };
  const choose = ({ run }: MenuItem) => {
    close();
    run();
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    // The browser moves the focus on from the button.
    if (event.key === 'Tab') return close();
    if (event.ctrlKey || event.metaKey || event.altKey || isImeKey(event.nativeEvent)) return;
    const hinted = items.find(({ keyHint }) => shortcutsOn && keyHint === event.key && !event.repeat);
    const entries = itemsOf(event.currentTarget);
    const current = entries.findIndex((entry) => entry.matches(':focus'));
    const next = indexByKey(
      event.key,
      current,
      items.map((item) => item.label),
    );
    if (event.key === 'Escape') close();
    else if (hinted) choose(hinted);
    else if (next !== undefined) entries[next]?.focus();
    // Auto-repeat of the Enter that opened the menu chooses nothing.
    else if (!(event.key === 'Enter' && event.repeat)) return;
    event.preventDefault();
    event.stopPropagation();
  };
  const onPointerMove = (event: PointerEvent<HTMLElement>) => {
    const under = event.target instanceof Element ? event.target.closest<HTMLElement>(ITEM) : null;
    (under ?? event.currentTarget).focus();
  };

  return (
    <div
      ref={menu}
      id={id}
      role="menu"
      aria-label={label}
      popover="auto"
      tabIndex={-1}
      onKeyDown={onKeyDown}
      onPointerMove={onPointerMove}
      onPointerLeave={(event) => event.currentTarget.focus()}
      onBlur={(event) => {
        const to = event.relatedTarget;
        if (to !== opener.current && !event.currentTarget.contains(to)) onClose();
      }}
      onToggle={(event) => event.newState === 'closed' && onClose()}
      className="fixed inset-auto z-50 max-h-[calc(100dvh-1rem)] min-w-48 overflow-y-auto rounded-lg border border-line bg-raised p-1 text-ink shadow-pop outline-none"
    >
      {items.map((item) => {
        const { label: text, icon: Icon, isDangerous, isChecked, keyHint } = item;
        return (
          <button
            key={item.id}
            type="button"
            {...(isChecked === undefined ? { role: 'menuitem' } : { role: 'menuitemradio', 'aria-checked': isChecked })}
            tabIndex={-1}
            onClick={(event) => {
              // The event must not reach a row that handles presses itself.
              event.stopPropagation();
              choose(item);
            }}
            className={classNames(
              'flex min-h-9 w-full cursor-pointer select-none items-center gap-2.5 rounded-md px-2.5 text-left text-base',
              // The focus is shown by the background; with forced colours, by an outline.
              'focus:outline-hidden',
              isDangerous ? 'text-red-ink focus:bg-red-soft' : 'focus:bg-accent-soft focus:text-accent-ink',
            )}
          >
            {Icon && <Icon aria-hidden="true" className="size-4 shrink-0" strokeWidth={1.75} />}
            <span className="flex-1">{text}</span>
            {isChecked && <Check aria-hidden="true" className="size-4 shrink-0" />}
            {keyHint !== undefined && shortcutsOn && <KeyHint hidden>{keyHint}</KeyHint>}
          </button>
        );
      })}
    </div>
  );
}
