import { useLayoutEffect } from 'react';
import { useActions } from '../lib/actions.ts';
import { useSetUpRequirement } from '../lib/set-up-requirement.ts';
import { isQuickSearchKey, openQuickSearch, QUICK_SEARCH_ARIA_KEYS } from '../quick-search/quick-search.actions.ts';
import type { PaletteRequest } from '../quick-search/quick-search-dialog.tsx';
import { KeyHint } from '../ui/key-hint.tsx';
import { createOverlay } from '../ui/overlay.tsx';
import { routeAt } from './routing/routes.tsx';

const dialog = createOverlay<PaletteRequest>(() =>
  import('../quick-search/quick-search-dialog.tsx').then((module) => module.QuickSearchDialog),
);
const open = (): void => dialog.open({ titleAt: (pathname) => routeAt(pathname)?.title });

function onKeyDown(event: KeyboardEvent): void {
  if (!isQuickSearchKey(event)) return;
  // Another dialog must be answered first.
  const isOpen = dialog.opened.get() !== undefined;
  if (!isOpen && document.querySelector('dialog[open]')) return;
  event.preventDefault();
  if (event.repeat) return;
  if (isOpen) dialog.close();
  else open();
}

/** The action that opens the palette on every screen, and its keys. */
export function QuickSearchHost() {
  // Until two-factor is enrolled there is one screen, and no call is answered.
  const isBarred = useSetUpRequirement() !== undefined;
  useActions([{ ...openQuickSearch, when: !isBarred, run: open }]);
  useLayoutEffect(() => {
    if (isBarred) return;
    document.addEventListener('keydown', onKeyDown);
    return () => {
      document.removeEventListener('keydown', onKeyDown);
      dialog.close();
    };
  }, [isBarred]);
  return null;
}

/** The same action in the header: on a narrow screen an icon, on a wide one with its keys. */
export function QuickSearchButton() {
  if (useSetUpRequirement() !== undefined) return null;
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      aria-keyshortcuts={QUICK_SEARCH_ARIA_KEYS}
      title={openQuickSearch.label}
      onClick={open}
      onPointerEnter={dialog.preload}
      onFocus={dialog.preload}
      className="flex h-10 min-w-10 shrink-0 cursor-pointer items-center justify-center gap-2 rounded-md px-2.5 text-ink-muted text-sm transition-colors hover:bg-hover hover:text-ink"
    >
      <openQuickSearch.icon aria-hidden="true" className="size-4.5 shrink-0" strokeWidth={1.75} />
      <span className="max-lg:sr-only">{openQuickSearch.label}</span>
      <span className="hidden lg:block">
        <KeyHint hidden>{openQuickSearch.key}</KeyHint>
      </span>
    </button>
  );
}
