import { X } from 'lucide-react';
import { NavLink } from '../../lib/link.tsx';
import { classNames } from '../../ui/class-names.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { LighthouseMark } from '../../ui/lighthouse-mark.tsx';
import { countText } from '../../work/count-text.ts';
import { useWork } from '../../work/work.queries.ts';
import { workStrings } from '../../work/work.strings.ts';
import { appStrings } from '../app.strings.ts';
import { AccountLink } from './account-link.tsx';
import { ADMINISTRATION, NAVIGATION } from './admin-actions.ts';

interface SidebarProps {
  readonly id: string;
  /** Whether it is an overlay that can be closed, as on a narrow screen. */
  readonly drawer: boolean;
  readonly open: boolean;
  readonly onClose: () => void;
}

/** The main navigation: always visible on a wide screen, a drawer below 1024 px. */
export function Sidebar({ id, drawer, open, onClose }: SidebarProps) {
  return (
    <aside
      id={id}
      inert={drawer && !open}
      className={classNames(
        'fixed inset-y-0 left-0 z-40 flex w-60 flex-col border-line border-r bg-surface',
        drawer && 'motion-safe:transition-transform motion-safe:duration-200',
        drawer && !open && '-translate-x-full',
        drawer && open && 'shadow-pop',
      )}
    >
      <div className="flex h-14 items-center gap-3 border-line border-b px-4">
        <LighthouseMark className="size-7" />
        <p className="flex-1 font-semibold text-lg">{appStrings.productName}</p>
        {drawer && <IconButton icon={X} label={appStrings.closeMenu} onClick={onClose} className="-mr-2" />}
      </div>
      <nav aria-label={appStrings.navigation} className="flex-1 overflow-y-auto p-3">
        <Entries entries={NAVIGATION} onClose={onClose} />
        <p id={`${id}-administration`} className="mt-3 border-line border-t px-3 pt-3 pb-1 text-ink-muted text-sm">
          {appStrings.administration}
        </p>
        <Entries entries={ADMINISTRATION} onClose={onClose} labelledBy={`${id}-administration`} />
      </nav>
      <div className="shrink-0 border-line border-t p-3 sm:hidden">
        <AccountLink onClick={onClose} />
      </div>
    </aside>
  );
}

interface EntriesProps extends Pick<SidebarProps, 'onClose'> {
  readonly entries: typeof NAVIGATION | typeof ADMINISTRATION;
  readonly labelledBy?: string;
}

function Entries({ entries, onClose, labelledBy }: EntriesProps) {
  const { reports, conversations, appeals } = useWork().data ?? {};
  const waiting: Readonly<Partial<Record<string, number>>> = {
    'navigation.reports': reports?.count,
    'navigation.chat': conversations?.count,
    'navigation.appeals': appeals?.count,
  };
  return (
    <ul aria-labelledby={labelledBy} className="flex flex-col gap-1">
      {entries.map(({ id, path, label, icon: Icon }) => (
        <li key={id} className="relative">
          <NavLink
            to={path}
            onClick={onClose}
            className={({ isActive }) =>
              classNames(
                'relative flex h-10 items-center gap-3 rounded-md px-3 font-semibold transition-colors',
                isActive
                  ? 'bg-accent-soft text-accent-ink before:absolute before:inset-y-2 before:left-0 before:w-0.75 before:rounded-full before:bg-beam'
                  : 'text-ink-muted hover:bg-hover hover:text-ink',
              )
            }
          >
            <Icon aria-hidden="true" className="size-4.5 shrink-0" strokeWidth={1.75} />
            {label}
          </NavLink>
          <WaitingCount count={waiting[id] ?? 0} />
        </li>
      ))}
    </ul>
  );
}

/** How much waits on a screen; beside its link, whose name stays what it is. */
function WaitingCount({ count }: { readonly count: number }) {
  if (count === 0) return null;
  const text = countText(count);
  return (
    <span className="pointer-events-none absolute inset-y-0 right-3 flex items-center text-ink-muted text-xs tabular-nums">
      <span aria-hidden="true">{text}</span>
      <span className="sr-only">{workStrings.waiting(text)}</span>
    </span>
  );
}
