import { BadgeCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from '../../lib/link.tsx';
import { Avatar } from '../../ui/avatar.tsx';
import { PersonName } from '../../ui/person-name.tsx';
import { reportDetailStrings as strings } from './report-detail.strings.ts';

interface PersonCardProps {
  /** Null where it is not known. */
  readonly id?: string | null;
  readonly name: string | null | undefined;
  /** In place of a name that is missing. */
  readonly fallback?: string;
  readonly avatar: string | null | undefined;
  readonly isVerified?: boolean;
  /** Without an account there is no page to lead to. */
  readonly isLinked?: boolean;
  readonly size?: number;
  /** Below the name: an address, a time. */
  readonly children?: ReactNode;
}

/** A person with picture and name, which leads to their page. */
export function PersonCard({
  id,
  name,
  fallback = strings.unknownUser,
  avatar,
  isVerified,
  isLinked,
  size = 40,
  children,
}: PersonCardProps) {
  const shownName = <PersonName name={name} fallback={fallback} className="font-semibold" />;
  return (
    <div className="flex min-w-0 items-center gap-3">
      <Avatar src={avatar} size={size} />
      <div className="flex min-w-0 flex-1 flex-col">
        <span className="flex min-w-0 items-center gap-1">
          {isLinked && id ? (
            <Link to={`/admin/users/${encodeURIComponent(id)}`} className="min-w-0 rounded-sm hover:underline">
              {shownName}
            </Link>
          ) : (
            shownName
          )}
          {isVerified && (
            <>
              <BadgeCheck aria-hidden="true" className="size-4 shrink-0 text-blue-ink" strokeWidth={2} />
              <span className="sr-only">{strings.verified}</span>
            </>
          )}
        </span>
        {children}
      </div>
    </div>
  );
}
