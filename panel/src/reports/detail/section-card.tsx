import { type ReactNode, useId } from 'react';
import { classNames } from '../../ui/class-names.ts';

interface SectionCardProps {
  readonly title: string;
  /** Beside the title. */
  readonly aside?: ReactNode;
  readonly className?: string;
  readonly children: ReactNode;
}

/** A part of the report's page, named by its heading. */
export function SectionCard({ title, aside, className, children }: SectionCardProps) {
  const id = useId();
  return (
    <section
      aria-labelledby={id}
      className={classNames(
        'flex min-w-0 flex-col gap-4 rounded-lg border border-line bg-surface p-4 shadow-card',
        className,
      )}
    >
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
        <h2 id={id} className="font-semibold text-base">
          {title}
        </h2>
        {aside}
      </div>
      {children}
    </section>
  );
}
