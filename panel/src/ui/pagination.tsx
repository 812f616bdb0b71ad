import { ChevronLeft, ChevronRight } from 'lucide-react';
import { formatNumber } from '../lib/format.ts';
import { Button } from './button.tsx';
import { classNames } from './class-names.ts';
import { pageWindow } from './page-window.ts';
import { paginationStrings } from './pagination.strings.ts';

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
  label = paginationStrings.pagination,
  className,
}: PaginationProps) {
  if (totalPages <= 1) return null;
  return (
    <nav aria-label={label} className={classNames('flex items-center justify-center gap-1', className)}>
      <Button size="sm" disabled={page <= 1} onClick={() => onChange(page - 1)} className="max-sm:px-2">
        <ChevronLeft aria-hidden="true" className="size-4 sm:-ml-1" />
        <span className="max-sm:sr-only">{paginationStrings.previous}</span>
      </Button>
      <div className="flex min-w-0 flex-wrap items-center justify-center gap-0.5 sm:gap-1">
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
              aria-label={paginationStrings.pageNumber(entry)}
              onClick={() => onChange(entry)}
              className="min-w-7 tabular-nums max-sm:px-1 sm:min-w-8 sm:px-2"
            >
              {formatNumber(entry)}
            </Button>
          ),
        )}
      </div>
      <Button size="sm" disabled={page >= totalPages} onClick={() => onChange(page + 1)} className="max-sm:px-2">
        <span className="max-sm:sr-only">{paginationStrings.next}</span>
        <ChevronRight aria-hidden="true" className="size-4 sm:-mr-1" />
      </Button>
    </nav>
  );
}
