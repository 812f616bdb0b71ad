import { TriangleAlert } from 'lucide-react';
import { sharedStrings } from '../lib/strings.ts';
import { classNames } from './class-names.ts';

/** Characters that cannot be seen or that turn the direction of writing: good only for posing as somebody else. */
const DECEPTIVE = /[\u00AD\u061C\u180E\u200B-\u200F\u202A-\u202E\u2060-\u2069\uFEFF]/u;

interface PersonNameProps {
  readonly name: string | null | undefined;
  /** Shown when there is no name. */
  readonly fallback: string;
  readonly className?: string;
}

/** A name that a user chose: kept from disturbing the text around it, and flagged if it hides something. */
export function PersonName({ name, fallback, className }: PersonNameProps) {
  const shown = name?.trim() ? name : fallback;
  return (
    <span className={classNames('inline-flex min-w-0 max-w-full items-center gap-1', className)}>
      <bdi className="truncate">{shown}</bdi>
      {DECEPTIVE.test(shown) && (
        <TriangleAlert
          role="img"
          aria-label={sharedStrings.deceptiveName}
          className="size-3.5 shrink-0 text-amber-ink"
          strokeWidth={2}
        >
          <title>{sharedStrings.deceptiveName}</title>
        </TriangleAlert>
      )}
    </span>
  );
}
