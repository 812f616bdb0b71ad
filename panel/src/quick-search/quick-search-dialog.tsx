import { Link2, Search, X } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { mountedActions, useMountedActions } from '../lib/actions.ts';
import { browserStorage } from '../lib/browser-storage.ts';
import { cleanTerm } from '../lib/search-term.ts';
import { session } from '../lib/session.ts';
import { sharedStrings } from '../lib/strings.ts';
import { IconButton } from '../ui/icon-button.tsx';
import { InlineError } from '../ui/inline-error.tsx';
import { Modal } from '../ui/modal.tsx';
import type { OverlayProps } from '../ui/overlay.tsx';
import { TextField } from '../ui/text-field.tsx';
import { foundGroups, type PaletteGroup, type PaletteItem } from './found-items.ts';
import { isSearchable } from './label-match.ts';
import { actionIdOf, localItems, matchingGroups, startGroups } from './local-items.ts';
import { optionIdIn, PaletteList } from './palette-list.tsx';
import { type PastedLink, readLink } from './pasted-link.ts';
import { useQuickSearch } from './quick-search.queries.ts';
import { quickSearchStrings as strings } from './quick-search.strings.ts';
import { readChoices, storeChoice } from './recent-choices.ts';
import { useActiveItem } from './use-active-item.ts';

/** An on-screen keyboard leaves room for the first lines. */
const LIST_HEIGHT = 'min(26rem, 55dvh)';
const LINK_ID = 'link';

export interface PaletteRequest {
  /** The title of the screen at a path; undefined where there is none. */
  readonly titleAt: (pathname: string) => string | undefined;
}

const adminId = (): string => session.get()?.adminId ?? '';

/** The palette: finds screens, actions of the present screen, users, conversations, reports and content. */
export function QuickSearchDialog({ request: { titleAt }, onClose }: OverlayProps<PaletteRequest>) {
  const [typed, setTyped] = useState('');
  const [recent, setRecent] = useState(() => readChoices(browserStorage, adminId()));
  const field = useRef<HTMLInputElement>(null);
  const listId = useId();
  const navigate = useNavigate();
  const local = localItems(useMountedActions());

  const term = cleanTerm(typed);
  const isScreen = (pathname: string) => titleAt(pathname) !== undefined;
  const link = readLink(typed, window.location, isScreen);
  const search = useQuickSearch(term, link === undefined && isSearchable(term));
  const groups = (
    term === ''
      ? startGroups(local, recent, isScreen)
      : link
        ? linkGroups(link, titleAt)
        : [...matchingGroups(local, term), ...(search.found ? foundGroups(search.found) : [])]
  ).filter(({ items }) => items.length > 0);
  const items = groups.flatMap((group) => group.items);

  function openInNewTab(item: PaletteItem): void {
    if (item.path === undefined) return;
    remember(item);
    setRecent(readChoices(browserStorage, adminId()));
    window.open(item.path, '_blank', 'noopener');
  }

  function choose(item: PaletteItem): void {
    remember(item);
    onClose();
    if (item.path !== undefined) void navigate(item.path);
    // An action focuses or asks after the dialog has gone; by then it may not be possible any more.
    else setTimeout(() => findAction(item)?.run?.());
  }

  const { active, activate, onKeyDown } = useActiveItem(items, term, (index) => optionIdIn(listId, index), {
    onChoose: choose,
    onOpenInNewTab: openInNewTab,
  });
  const note = noteOf({ term, count: items.length, isForeign: link === 'foreign', search });

  return (
    <Modal title={strings.title} size="top" onDismiss={onClose}>
      <p role="status" className="sr-only">
        {note || (term !== '' && !search.error && strings.count(items.length))}
      </p>
      <div className="flex items-center gap-1">
        <TextField
          ref={field}
          label={strings.field}
          hideLabel
          placeholder={strings.placeholder}
          role="combobox"
          aria-autocomplete="list"
          aria-expanded={items.length > 0}
          aria-controls={items.length > 0 ? listId : undefined}
          aria-activedescendant={active === -1 ? undefined : optionIdIn(listId, active)}
          data-initial-focus=""
          autoComplete="off"
          spellCheck={false}
          enterKeyHint="go"
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          onKeyDown={onKeyDown}
          leading={<Search aria-hidden="true" className="size-4" />}
          className="flex-1"
        />
        <IconButton icon={X} label={sharedStrings.close} onClick={onClose} />
      </div>
      <div style={{ height: LIST_HEIGHT }} className="flex flex-col gap-2">
        {items.length > 0 && (
          <PaletteList id={listId} groups={groups} active={active} onActivate={activate} onChoose={choose} />
        )}
        {note !== '' && (
          <p aria-hidden="true" className="wrap-anywhere px-2.5 text-ink-muted text-sm">
            {note}
          </p>
        )}
        {search.error && (
          <InlineError
            message={strings.failed}
            retrying={search.isRetrying}
            onRetry={() => {
              search.retry();
              field.current?.focus();
            }}
          />
        )}
      </div>
      <p aria-hidden="true" className="hidden text-ink-muted text-xs sm:block">
        {strings.keys}
      </p>
    </Modal>
  );
}

function remember({ id, kind, label, detail, path }: PaletteItem): void {
  if (id === LINK_ID) return;
  const choice = { id, kind, label, ...(detail !== undefined && { detail }), ...(path !== undefined && { path }) };
  storeChoice(browserStorage, adminId(), choice);
}

const findAction = (item: PaletteItem) =>
  mountedActions().find(({ id, when }) => id === actionIdOf(item) && when !== false);

function linkGroups(link: PastedLink, titleAt: PaletteRequest['titleAt']): readonly PaletteGroup[] {
  if (link === 'foreign') return [];
  const title = titleAt(new URL(link.path, window.location.origin).pathname) ?? '';
  const item = {
    id: LINK_ID,
    kind: 'screen',
    label: strings.openLink(title),
    detail: link.path,
    path: link.path,
  } as const;
  return [{ heading: strings.groups.link, items: [{ ...item, icon: Link2 }] }];
}

interface NoteOptions {
  readonly term: string;
  readonly count: number;
  readonly isForeign: boolean;
  readonly search: ReturnType<typeof useQuickSearch>;
}

/** The note in place of the results, or below them; '' for nothing. */
function noteOf({ term, count, isForeign, search }: NoteOptions): string {
  if (isForeign) return strings.foreignLink;
  if (search.isSearching) return strings.searching;
  return term !== '' && count === 0 && !search.error ? strings.none(term) : '';
}
