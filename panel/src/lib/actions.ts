import type { LucideIcon } from 'lucide-react';
import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import { createStore, useStore } from './create-store.ts';
import { areShortcutsOn, isShortcutKey, useShortcutsOn } from './shortcut-keys.ts';

/** In the order in which they are listed. */
const GROUPS = ['move', 'select', 'decide', 'go', 'help'] as const;

/** What can be done, stated once: menus, buttons, keys and the shortcut help read it. */
export interface ActionDefinition {
  /** Unique in the panel: '<feature>.<action>'. */
  readonly id: string;
  readonly label: string;
  readonly group: (typeof GROUPS)[number];
  readonly icon?: LucideIcon;
  readonly isDangerous?: boolean;
  /** As the browser names it, for instance 'j' or '?'. Held down it counts once, unless the action repeats. */
  readonly key?: string;
  readonly repeats?: boolean;
  /** What the shortcut help says if not the label; keys with the same text share a line. */
  readonly help?: string;
}

/** An action of what is on the screen. */
export interface Action extends ActionDefinition {
  /** Whether it can be run now; it can unless this is false. */
  readonly when?: boolean;
  /** Absent where the element with the focus handles the key itself. */
  readonly run?: () => void;
}

type ActionSet = RefObject<readonly Action[]>;
/** The actions of all that is mounted. */
const mounted = createStore<readonly ActionSet[]>([]);

const toActions = (sets: readonly ActionSet[]): readonly Action[] =>
  sets
    .flatMap(({ current }) => current)
    .toSorted((one, other) => GROUPS.indexOf(one.group) - GROUPS.indexOf(other.group));

/** The same function for every set, so that the document calls it once. */
function onKeyDown(event: KeyboardEvent): void {
  const actions = toActions(mounted.get()).filter(
    ({ key, run, repeats }) => run && key === event.key && (repeats || !event.repeat),
  );
  if (actions.length === 0 || !areShortcutsOn() || !isShortcutKey(event)) return;
  event.preventDefault();
  actions.findLast(({ when }) => when !== false)?.run?.();
}

/**
 * Registers actions, and binds their keys, for as long as the component is mounted.
 * @returns the same actions, for its menus and buttons
 */
export function useActions<const Actions extends readonly Action[]>(actions: Actions): Actions {
  const latest = useRef<readonly Action[]>(actions);
  useLayoutEffect(() => {
    latest.current = actions;
  });
  useEffect(() => {
    mounted.set([...mounted.get(), latest]);
    document.addEventListener('keydown', onKeyDown);
    return () => mounted.set(mounted.get().filter((set) => set !== latest));
  }, []);
  return actions;
}

/** The actions that are registered now, by group. */
export function useMountedActions(): readonly Action[] {
  return toActions(useStore(mounted));
}

/** The keys of actions as aria-keyshortcuts names them; undefined while they are turned off. */
export function useAriaKeys(actions: readonly ActionDefinition[]): string | undefined {
  const on = useShortcutsOn();
  return on ? actions.flatMap(({ key }) => (key?.length === 1 ? key.toUpperCase() : (key ?? []))).join(' ') : undefined;
}
