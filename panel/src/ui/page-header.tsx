import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';

interface PageHeaderProps {
  readonly title: string;
  /** `center` where the content beside the title is higher than a line of text. */
  readonly align?: 'baseline' | 'center';
  readonly children?: ReactNode;
}

/** The title of a screen with content beside it. */
export function PageHeader({ title, align = 'baseline', children }: PageHeaderProps) {
  return (
    <header
      className={classNames(
        'flex flex-wrap justify-between gap-x-4 gap-y-1',
        align === 'center' ? 'min-h-8 items-center' : 'min-h-7 items-baseline',
      )}
    >
      <h1 className="font-semibold text-xl tracking-tight">{title}</h1>
      {children}
    </header>
  );
}
