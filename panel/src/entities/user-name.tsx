import { classNames } from '../ui/class-names.ts';
import { DeceptiveMark } from '../ui/deceptive-mark.tsx';
import { userStrings } from './user.strings.ts';

interface UserNameProps {
  readonly name: string | null | undefined;
  /** Shown if there is no name. */
  readonly fallback?: string;
  readonly className?: string;
}

/**
 * A name that a user chose: isolated from the direction of the text around it, and flagged if it has invisible
 * characters.
 */
export function UserName({ name, fallback = userStrings.unknownUser, className }: UserNameProps) {
  const shown = name?.trim() ? name : fallback;
  return (
    <span className={classNames('inline-flex min-w-0 max-w-full items-center gap-1', className)}>
      <bdi className="truncate">{shown}</bdi>
      <DeceptiveMark name={shown} />
    </span>
  );
}
