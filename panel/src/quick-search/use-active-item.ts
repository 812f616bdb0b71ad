import { type KeyboardEvent, useEffect, useState } from 'react';
import { ignoreRepeats } from '../lib/held-key.ts';
import { isImeKey } from '../lib/ime-key.ts';
import type { PaletteItem } from './found-items.ts';

interface ItemHandlers {
  /** Called once for a press of Enter, however long it is held. */
  readonly onChoose: (item: PaletteItem) => void;
  /** The same with Ctrl or ⌘. */
  readonly onOpenInNewTab: (item: PaletteItem) => void;
}

interface ActiveItem {
  /** The index of the active item; -1 where there is none. */
  readonly active: number;
  readonly activate: (item: PaletteItem) => void;
  readonly onKeyDown: (event: KeyboardEvent) => void;
}

/** The index that a key leads to. */
function indexByKey(key: string, active: number, count: number): number | undefined {
  if (key === 'ArrowDown') return (active + 1) % count;
  if (key === 'ArrowUp') return (active <= 0 ? count : active) - 1;
  if (key === 'Home') return 0;
  return key === 'End' ? count - 1 : undefined;
}

/**
 * The active item, following the combobox pattern of the ARIA Authoring Practices Guide: the focus stays in the field.
 * @param term another one starts at the first item
 * @param optionId the id of an item's element
 */
export function useActiveItem(
  items: readonly PaletteItem[],
  term: string,
  optionId: (index: number) => string,
  { onChoose, onOpenInNewTab }: ItemHandlers,
): ActiveItem {
  const [chosen, setChosen] = useState<{ readonly term: string; readonly id: string }>();
  const chosenIndex = chosen?.term === term ? items.findIndex(({ id }) => id === chosen.id) : -1;
  const active = chosenIndex === -1 ? Math.min(0, items.length - 1) : chosenIndex;
  const activate = ({ id }: PaletteItem) => setChosen({ term, id });
  const element = active === -1 ? undefined : optionId(active);
  useEffect(() => {
    if (element !== undefined) document.getElementById(element)?.scrollIntoView({ block: 'nearest' });
  }, [element]);

  return {
    active,
    activate,
    onKeyDown(event) {
      const { key, shiftKey, altKey, ctrlKey, metaKey, repeat, nativeEvent } = event;
      const isOfIme = isImeKey(nativeEvent);
      // Escape of an input method ends its composition, and must not close the dialog.
      if (isOfIme && key === 'Escape') event.preventDefault();
      if (isOfIme || altKey || shiftKey || items.length === 0) return;
      const isForTab = ctrlKey || metaKey;
      const next = isForTab ? undefined : indexByKey(key, active, items.length);
      const item = items[next ?? active];
      if (!item || (next === undefined && key !== 'Enter')) return;
      event.preventDefault();
      if (next !== undefined) activate(item);
      else if (!repeat) {
        ignoreRepeats(key);
        (isForTab ? onOpenInNewTab : onChoose)(item);
      }
    },
  };
}
