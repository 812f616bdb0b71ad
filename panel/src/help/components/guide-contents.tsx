import { useId } from 'react';
import { useStore } from '../../lib/create-store.ts';
import { Link } from '../../lib/link.tsx';
import { createMediaStore } from '../../lib/media-query.ts';
import { classNames } from '../../ui/class-names.ts';
import type { GuideSection } from '../guide.ts';
import { helpStrings as strings } from '../help.strings.ts';

/** The same width as the style sheet's `lg`. */
const isBeside = createMediaStore('(min-width: 64rem)');

interface GuideContentsProps {
  readonly sections: readonly GuideSection[];
  /** For a part of the sections: the one that a section belongs to may be missing. */
  readonly isFlat: boolean;
}

/** The table of contents: beside the text where there is room, closed above it on a narrow screen. */
export function GuideContents({ sections, isFlat }: GuideContentsProps) {
  const id = useId();
  const beside = useStore(isBeside);
  const isNested = ({ level }: GuideSection) => level === 3 && !isFlat;
  const list = (
    <ul className="flex flex-col">
      {sections.map((section) => (
        <li key={section.id} className={isNested(section) ? 'pl-4' : undefined}>
          <Link
            to={{ hash: `#${section.id}` }}
            className={classNames(
              'flex min-h-8 items-center rounded-md px-2 py-1 text-sm hover:bg-hover hover:text-ink',
              isNested(section) ? 'text-ink-muted' : 'font-semibold',
            )}
          >
            {section.title}
          </Link>
        </li>
      ))}
    </ul>
  );
  if (!beside) {
    return (
      <details className="w-full text-sm">
        <summary id={id} className="min-h-8 cursor-pointer rounded-md py-1.5 font-semibold text-accent-ink">
          {strings.contents}
        </summary>
        <nav aria-labelledby={id}>{list}</nav>
      </details>
    );
  }
  return (
    <nav aria-labelledby={id} className="sticky top-18 max-h-[calc(100dvh-6rem)] w-60 shrink-0 overflow-y-auto">
      <p id={id} className="px-2 py-1.5 text-ink-muted text-sm">
        {strings.contents}
      </p>
      {list}
    </nav>
  );
}
