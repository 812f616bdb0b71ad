import { ChevronLeft, ChevronRight } from 'lucide-react';
import { formatNumber } from '../lib/format.ts';
import { sharedStrings } from '../lib/strings.ts';
import { Button } from './button.tsx';
import { classNames } from './class-names.ts';
import { pageWindow } from './page-window.ts';

interface PaginationProps {
  /** From 1. */
  readonly page: number;
  readonly totalPages: number;
  readonly onChange: (page: number) => void;
  readonly label?: string;
  readonly className?: string;
}

/** Previous, next and numbered buttons; nothing at all while there is one page only. */
export function Pagination({
  page,
  totalPages,
  onChange,
  label = sharedStrings.pagination,
  className,
}: PaginationProps) {
  if (totalPages <= 1) return null;
  return (
    <nav aria-label={label} className={classNames('flex flex-wrap items-center justify-center gap-1', className)}>
      <Button size="sm" disabled={page <= 1} onClick={() => onChange(page - 1)}>
        <ChevronLeft aria-hidden="true" className="-ml-1 size-4" />
        {sharedStrings.previous}
      </Button>
      {pageWindow(page, totalPages).map((entry, index) =>
        entry === 'gap' ? (
          // There are two gaps at most, and they keep their places.
          // biome-ignore lint/suspicious/noArrayIndexKey: see above
          <span key={`gap-${index}`} className="px-1 text-ink-muted">
            …
          </span>
        ) : (
          <Button
            key={entry}
            size="sm"
            variant={entry === page ? 'primary' : 'ghost'}
            aria-current={entry === page ? 'page' : undefined}
            aria-label={sharedStrings.pageNumber(entry)}
            onClick={() => onChange(entry)}
            className="min-w-8 px-2 tabular-nums"
          >
            {formatNumber(entry)}
          </Button>
        ),
      )}
      <Button size="sm" disabled={page >= totalPages} onClick={() => onChange(page + 1)}>
        {sharedStrings.next}
        <ChevronRight aria-hidden="true" className="-mr-1 size-4" />
      </Button>
    </nav>
  );
}
