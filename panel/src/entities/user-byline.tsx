import { BadgeCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from '../lib/link.tsx';
import { Avatar } from '../ui/avatar.tsx';
import type { Veil } from '../ui/use-veils.ts';
import { VeiledThumbnail } from '../ui/veiled-image.tsx';
import { userStrings as strings } from './user.strings.ts';
import { UserName } from './user-name.tsx';

interface UserBylineProps {
  /** Null where it is unknown. */
  readonly id?: string | null;
  readonly name: string | null | undefined;
  /** Shown if the name is missing. */
  readonly fallback?: string;
  readonly avatar: string | null | undefined;
  /** How the image is shown until it is asked for; undefined: as it is. */
  readonly veil?: Veil | undefined;
  readonly isVerified?: boolean;
  /** Whether the name links to the user's page; without an account it does not. */
  readonly isLinked?: boolean;
  /** Width and height of the image in px. */
  readonly size?: number;
  /** Below the name: an e-mail address, a time. */
  readonly children?: ReactNode;
  /** Shown at the end of the line. */
  readonly aside?: ReactNode;
}

/** A user's image and name. */
export function UserByline(props: UserBylineProps) {
  const { id, name, fallback = strings.unknownUser, avatar, veil, isVerified, isLinked, size = 40 } = props;
  const { children, aside } = props;
  const shownName = <UserName name={name} fallback={fallback} className="font-semibold" />;
  return (
    <div className="flex min-w-0 items-center gap-3">
      <VeiledThumbnail veil={avatar ? veil : undefined} name={name ?? fallback} className="rounded-full">
        <Avatar src={avatar} size={size} />
      </VeiledThumbnail>
      <div className="flex min-w-0 flex-1 flex-col">
        <span className="flex min-w-0 items-center gap-1">
          {isLinked && id ? (
            <Link
              to={`/admin/users/${encodeURIComponent(id)}`}
              className="inline-flex min-h-6 min-w-0 items-center rounded-sm hover:underline"
            >
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
      {aside}
    </div>
  );
}
