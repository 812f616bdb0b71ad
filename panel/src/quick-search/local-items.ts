import { Zap } from 'lucide-react';
import type { Action } from '../lib/actions.ts';
import { KIND_ICONS, type PaletteGroup, type PaletteItem } from './found-items.ts';
import { matchesLabel, rankOfLabel } from './label-match.ts';
import { openQuickSearch } from './quick-search.actions.ts';
import { quickSearchStrings as strings } from './quick-search.strings.ts';
import type { Choice } from './recent-choices.ts';

/** Whether an action can be run from the palette now. Moving by rows is for keys. */
const isOffered = ({ id, run, when, repeats }: Action): boolean =>
  run !== undefined && when !== false && repeats !== true && id !== openQuickSearch.id;

function toItem({ id, label, help, icon, path, key, isDangerous }: Action): PaletteItem {
  if (path !== undefined) return { id: `screen:${id}`, kind: 'screen', label, path, icon };
  const detail = help === undefined || help === label ? {} : { detail: help };
  return { id: `action:${id}`, kind: 'action', label, ...detail, icon: icon ?? Zap, keyHint: key, isDangerous };
}

/** The id of the action behind a line, if it is one. */
export const actionIdOf = ({ id, kind }: Choice): string | undefined =>
  kind === 'action' ? id.slice('action:'.length) : undefined;

/** The screens and the actions that are offered now. */
export const localItems = (actions: readonly Action[]): readonly PaletteItem[] => actions.filter(isOffered).map(toItem);

const groupsOf = (items: readonly PaletteItem[]): readonly PaletteGroup[] => [
  { heading: strings.groups.screens, items: items.filter(({ kind }) => kind === 'screen') },
  { heading: strings.groups.actions, items: items.filter(({ kind }) => kind === 'action') },
];

/** The screens and actions that match a term, in each group the best first. */
export function matchingGroups(items: readonly PaletteItem[], term: string): readonly PaletteGroup[] {
  const rankOf = ({ label, detail = '' }: PaletteItem) =>
    Math.min(...[label, detail].filter((text) => matchesLabel(term, text)).map((text) => rankOfLabel(term, text)));
  const matching = items.map((item) => ({ item, rank: rankOf(item) })).filter(({ rank }) => Number.isFinite(rank));
  return groupsOf(matching.toSorted((one, other) => one.rank - other.rank).map(({ item }) => item));
}

/**
 * The groups that are offered without a term: recent choices as far as they are possible now, then screens and actions.
 * @param isScreen whether there is a screen at a path
 */
export function startGroups(
  items: readonly PaletteItem[],
  recent: readonly Choice[],
  isScreen: (pathname: string) => boolean,
): readonly PaletteGroup[] {
  const chosen = recent.flatMap((choice): PaletteItem[] => {
    const offered = items.find(({ id }) => id === choice.id);
    if (offered) return [offered];
    const { kind, path } = choice;
    if (kind === 'screen' || kind === 'action' || path === undefined) return [];
    if (!isScreen(path.split(/[?#]/)[0] ?? '')) return [];
    return [{ ...choice, icon: KIND_ICONS[kind], kindLabel: strings.kinds[kind] }];
  });
  const others = items.filter(({ id }) => !chosen.some((item) => item.id === id));
  return [{ heading: strings.groups.recent, items: chosen }, ...groupsOf(others)];
}
