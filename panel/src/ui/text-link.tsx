import type { ComponentProps } from 'react';
import { Link } from '../lib/link.tsx';
import { classNames } from './class-names.ts';
import { TEXT_LINK_CLASS } from './text-button.tsx';

/** A link on a line of its own. */
export function TextLink(link: Omit<ComponentProps<typeof Link>, 'className'>) {
  return (
    <Link
      {...link}
      className={classNames(TEXT_LINK_CLASS, 'inline-flex min-h-6 items-center gap-1.5 self-start text-sm')}
    />
  );
}
