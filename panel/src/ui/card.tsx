import { type ReactNode, type Ref, useId } from 'react';
import { CARD_CLASS, classNames } from './class-names.ts';

interface CardProps {
  readonly title: string;
  /** `lg` for the sections of a page with little other content. */
  readonly size?: 'md' | 'lg';
  /** Rendered beside the title. */
  readonly aside?: ReactNode;
  /** Focus target when the focused element is removed. */
  readonly headingRef?: Ref<HTMLHeadingElement>;
  /** The distance between the children. */
  readonly spacing?: 'normal' | 'wide';
  readonly children: ReactNode;
}

/** A section on its own surface, labelled by its title. */
export function Card({ title, size = 'md', aside, headingRef, spacing = 'normal', children }: CardProps) {
  const id = useId();
  return (
    <section
      aria-labelledby={id}
      className={classNames(CARD_CLASS, 'flex min-w-0 flex-col p-4', spacing === 'wide' ? 'gap-4' : 'gap-3')}
    >
      <div
        className={classNames(
          'flex flex-wrap items-center',
          size === 'lg' ? 'gap-2' : 'justify-between gap-x-3 gap-y-1',
        )}
      >
        <h2
          ref={headingRef}
          id={id}
          tabIndex={headingRef ? -1 : undefined}
          className={classNames('scroll-mt-14 font-semibold', size === 'lg' ? 'text-lg' : 'text-base')}
        >
          {title}
        </h2>
        {aside}
      </div>
      {children}
    </section>
  );
}
