import type { LucideIcon } from 'lucide-react';
import { type RefObject, useLayoutEffect, useRef } from 'react';
import { createStore, useStore } from './create-store.ts';
import { areShortcutsOn, isShortcutKey, useShortcutsOn } from './shortcut-keys.ts';

/** In display order. */
const GROUPS = ['move', 'select', 'decide', 'go', 'help', 'panel'] as const;

/** An action, defined once for menus, buttons, keys and the shortcut help. */
export interface ActionDefinition {
  /** Unique in the panel: '<feature>.<action>'. */
  readonly id: string;
  readonly label: string;
  readonly group: (typeof GROUPS)[number];
  readonly icon?: LucideIcon;
  readonly isDangerous?: boolean;
  /**
   * The browser's name of the key, for instance 'j' or '?'. Auto-repeat is ignored, unless the action repeats. A combination
   * is as it is printed, 'Ctrl+K'; who defines it listens for it.
   */
  readonly key?: string;
  readonly repeats?: boolean;
  /** The text in the shortcut help, by default the label; keys with the same text share a line. */
  readonly help?: string;
  /** The path of the screen that it opens, if it leads to one. */
  readonly path?: string;
}

/** An action of a mounted component. */
export interface Action extends ActionDefinition {
  /** False while it cannot be run. Default: true. */
  readonly when?: boolean;
  /** Absent where the focused element handles the key itself. */
  readonly run?: () => void;
}

type ActionSet = RefObject<readonly Action[]>;
/** The actions of all mounted components. */
const mounted = createStore<readonly ActionSet[]>([]);

/** Sorted by group, each id once: of several actions with one id, the last one that can be run. */
export function uniqueActions(actions: readonly Action[]): readonly Action[] {
  const byId = new Map<string, Action>();
  for (const action of actions) if (action.when !== false || !byId.has(action.id)) byId.set(action.id, action);
  return [...byId.values()].toSorted((one, other) => GROUPS.indexOf(one.group) - GROUPS.indexOf(other.group));
}

const toActions = (sets: readonly ActionSet[]): readonly Action[] =>
  uniqueActions(sets.flatMap(({ current }) => current));

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
 * Registers actions, and binds their keys, while the component is mounted.
 * @returns the same actions, for its menus and buttons
 */
export function useActions<const Actions extends readonly Action[]>(actions: Actions): Actions {
  const latest = useRef<readonly Action[]>(actions);
  useLayoutEffect(() => {
    latest.current = actions;
  });
  // In the commit that shows what they act on: a key pressed on what is seen counts.
  useLayoutEffect(() => {
    mounted.set([...mounted.get(), latest]);
    document.addEventListener('keydown', onKeyDown);
    return () => mounted.set(mounted.get().filter((set) => set !== latest));
  }, []);
  return actions;
}

/** The registered actions as they are now, sorted by group, each id once. */
export const mountedActions = (): readonly Action[] => toActions(mounted.get());

/** The same, as React state of which of them there are. */
export function useMountedActions(): readonly Action[] {
  useStore(mounted);
  return mountedActions();
}

/** The keys of actions in the form of aria-keyshortcuts; undefined while shortcuts are turned off. */
export function useAriaKeys(actions: readonly ActionDefinition[]): string | undefined {
  const on = useShortcutsOn();
  return on ? actions.flatMap(({ key }) => (key?.length === 1 ? key.toUpperCase() : (key ?? []))).join(' ') : undefined;
}
