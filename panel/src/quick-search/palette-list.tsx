import type { MouseEvent } from 'react';
import { UserName } from '../entities/user-name.tsx';
import { useShortcutsOn } from '../lib/shortcut-keys.ts';
import { Avatar } from '../ui/avatar.tsx';
import { classNames } from '../ui/class-names.ts';
import { KeyHint } from '../ui/key-hint.tsx';
import { joinDetails, type PaletteGroup, type PaletteItem } from './found-items.ts';
import { quickSearchStrings as strings } from './quick-search.strings.ts';

interface PaletteListProps {
  readonly id: string;
  /** The groups, none of which is empty. */
  readonly groups: readonly PaletteGroup[];
  /** The index of the active item, over all groups. */
  readonly active: number;
  readonly onActivate: (item: PaletteItem) => void;
  readonly onChoose: (item: PaletteItem) => void;
}

/** The id of the element of an item, by its index over all groups. */
export const optionIdIn = (listId: string, index: number): string => `${listId}-${index}`;

/** The items to choose from, in groups with headings. The field beside it has the focus and handles the keys. */
export function PaletteList({ id, groups, active, onActivate, onChoose }: PaletteListProps) {
  const starts = groups.map((_, index) => groups.slice(0, index).reduce((sum, { items }) => sum + items.length, 0));
  return (
    <div
      id={id}
      role="listbox"
      aria-label={strings.results}
      // Keeps the focus in the field.
      onMouseDown={(event) => event.preventDefault()}
      className="min-h-0 overflow-y-auto"
    >
      {groups.map(({ heading, items }, group) => (
        // biome-ignore lint/a11y/useSemanticElements: a group of options, which a fieldset is not
        <div key={heading} role="group" aria-labelledby={`${id}-group-${group}`}>
          <p id={`${id}-group-${group}`} className="px-2.5 pt-2 pb-1 font-semibold text-ink-muted text-xs">
            {heading}
          </p>
          {items.map((item, index) => (
            <Option
              key={item.id}
              id={optionIdIn(id, (starts[group] ?? 0) + index)}
              item={item}
              isActive={(starts[group] ?? 0) + index === active}
              onActivate={onActivate}
              onChoose={onChoose}
            />
          ))}
        </div>
      ))}
    </div>
  );
}

interface OptionProps extends Pick<PaletteListProps, 'id' | 'onActivate' | 'onChoose'> {
  readonly item: PaletteItem;
  readonly isActive: boolean;
}

/** A line; one that opens a screen is a link, which the browser opens in a new tab as any other. */
function Option({ id, item, isActive, onActivate, onChoose }: OptionProps) {
  const { label, icon: Icon, avatar, path, kind, isDangerous, keyHint } = item;
  const areKeysOn = useShortcutsOn();
  const detail = joinDetails(item.kindLabel, item.detail);
  const props = {
    id,
    role: 'option',
    'aria-selected': isActive,
    onPointerMove: () => isActive || onActivate(item),
    onClick(event: MouseEvent) {
      if (path !== undefined && (event.ctrlKey || event.metaKey || event.shiftKey)) return;
      event.preventDefault();
      onChoose(item);
    },
    className: classNames(
      'flex min-h-11 cursor-pointer select-none items-center gap-2.5 rounded-md px-2.5 py-1',
      isDangerous && 'text-red-ink',
      isActive && (isDangerous ? 'bg-red-soft' : 'bg-accent-soft text-accent-ink'),
    ),
  };
  const content = (
    <>
      {avatar === undefined ? (
        Icon && <Icon aria-hidden="true" className="size-4.5 shrink-0" strokeWidth={1.75} />
      ) : (
        <Avatar src={avatar} size={24} />
      )}
      <span className="flex min-w-0 flex-1 flex-col">
        {kind === 'user' || kind === 'conversation' ? (
          <UserName name={label} />
        ) : (
          <bdi className="truncate">{label}</bdi>
        )}
        {detail !== '' && <bdi className="truncate text-ink-muted text-xs">{detail}</bdi>}
      </span>
      {areKeysOn && keyHint !== undefined && <KeyHint hidden>{keyHint}</KeyHint>}
    </>
  );
  return path === undefined ? (
    <div {...props} tabIndex={-1}>
      {content}
    </div>
  ) : (
    <a {...props} href={path} tabIndex={-1}>
      {content}
    </a>
  );
}
