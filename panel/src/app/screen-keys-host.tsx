import { useEffectEvent, useLayoutEffect, useRef } from 'react';
import { useNavigate } from 'react-router';
import { type ActionDefinition, useActions } from '../lib/actions.ts';
import { areShortcutsOn, isShortcutKey } from '../lib/shortcut-keys.ts';
import { openShortcutHelp } from '../ui/shortcut-help-button.tsx';
import { NAVIGATION, toNotifications } from './layout/admin-actions.ts';
import { screenKeysStrings as strings } from './screen-keys.strings.ts';

/** Followed by the key of a screen. */
const GO = 'g';
/** After a longer pause the second key stands for itself. */
const SECOND_KEY_WITHIN_MS = 1_500;
const [dashboard, users, reports, chat] = NAVIGATION;
const SCREENS = new Map([
  ['d', dashboard],
  ['u', users],
  ['r', reports],
  ['c', chat],
  ['n', toNotifications],
]);

const FIND = { id: 'search.focus', label: strings.find, group: 'go', key: '/' } as const satisfies ActionDefinition;

/** Puts the focus into the search field of the screen, if it has one. */
function focusSearch(): void {
  const field = document.querySelector<HTMLInputElement>('main input[inputmode="search"]');
  field?.focus();
  field?.select();
}

/** The keys that work on every screen: g and a letter lead to another one, / to its search field, ? lists all keys. */
export function ScreenKeysHost() {
  const navigate = useNavigate();
  const goBy = useRef(0);
  useActions([
    ...Array.from(SCREENS, ([key, action]) => ({
      ...action,
      key: `${GO} ${key}`,
      run: () => void navigate(action.path),
    })),
    { ...FIND, run: focusSearch },
    openShortcutHelp,
  ]);

  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (event.repeat || !areShortcutsOn() || !isShortcutKey(event)) return;
    const screen = Date.now() < goBy.current ? SCREENS.get(event.key) : undefined;
    goBy.current = event.key === GO ? Date.now() + SECOND_KEY_WITHIN_MS : 0;
    if (!screen) return;
    event.preventDefault();
    // The letter has a meaning of its own on some screens.
    event.stopPropagation();
    void navigate(screen.path);
  });
  useLayoutEffect(() => {
    const listener = (event: KeyboardEvent) => onKeyDown(event);
    document.addEventListener('keydown', listener, true);
    return () => document.removeEventListener('keydown', listener, true);
  }, []);
  return null;
}
