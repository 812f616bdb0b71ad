import { Link } from '../../lib/link.tsx';
import { useSession } from '../../lib/session.ts';
import { classNames } from '../../ui/class-names.ts';
import { appStrings } from '../app.strings.ts';
import { toAccount } from './admin-actions.ts';

interface AccountLinkProps {
  /** There its name is left out on a narrow screen, and all of it on a phone. */
  readonly isInHeader?: boolean;
  readonly onClick?: () => void;
}

/** Links to the administrator's own account: in the header, and on a phone below the navigation. */
export function AccountLink({ isInHeader = false, onClick }: AccountLinkProps) {
  const name = useSession()?.adminName ?? '';
  const label = appStrings.accountOf(name);
  return (
    <Link
      to={toAccount.path}
      aria-label={label}
      title={label}
      onClick={onClick}
      className={classNames(
        'flex h-10 min-w-0 items-center gap-2 rounded-md px-2.5 text-ink-muted text-sm transition-colors hover:bg-hover hover:text-ink',
        isInHeader && 'max-sm:hidden',
      )}
    >
      <toAccount.icon aria-hidden="true" className="size-4.5 shrink-0" strokeWidth={1.75} />
      <bdi className={classNames('max-w-48 truncate', isInHeader && 'max-md:hidden')}>{name}</bdi>
    </Link>
  );
}
