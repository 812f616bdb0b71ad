import { ChevronLeft, ChevronRight } from 'lucide-react';
import { formatNumber } from '../lib/format.ts';
import { Button } from './button.tsx';
import { classNames } from './class-names.ts';

const strings = {
  previous: 'Trước',
  next: 'Sau',
  pagination: 'Phân trang',
  pageNumber: (page: string) => `Trang ${page}`,
} as const;

interface PaginationProps {
  /** The number of the page, from 1. */
  readonly page: number;
  readonly totalPages: number;
  readonly onChange: (page: number) => void;
  readonly label?: string;
  readonly className?: string;
}

/**
 * The page numbers that have a button: the first, the last and those around the current one.
 * @returns ascending page numbers, with 'gap' where some are omitted
 */
export function pageWindow(page: number, totalPages: number): Array<number | 'gap'> {
  const wanted = new Set([1, totalPages, page - 1, page, page + 1]);
  // A gap of a single page is replaced by that page.
  if (page === 4) wanted.add(2);
  if (page === totalPages - 3) wanted.add(totalPages - 1);
  const pages = [...wanted].filter((n) => n >= 1 && n <= totalPages).sort((a, b) => a - b);
  return pages.flatMap((n, i) => (i > 0 && n - (pages[i - 1] ?? n) > 1 ? (['gap', n] as const) : [n]));
}

/** Previous, next and numbered buttons; nothing for a single page. */
export function Pagination({ page, totalPages, onChange, label = strings.pagination, className }: PaginationProps) {
  if (totalPages <= 1) return null;
  return (
    <nav aria-label={label} className={classNames('flex items-center justify-center gap-1', className)}>
      <Button size="sm" disabled={page <= 1} onClick={() => onChange(page - 1)} className="max-sm:px-2">
        <ChevronLeft aria-hidden="true" className="size-4 sm:-ml-1" />
        <span className="max-sm:sr-only">{strings.previous}</span>
      </Button>
      <div className="flex min-w-0 flex-wrap items-center justify-center gap-0.5 sm:gap-1">
        {pageWindow(page, totalPages).map((entry, index) =>
          entry === 'gap' ? (
            // There are two gaps at most, in a fixed order.
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
              aria-label={strings.pageNumber(formatNumber(entry))}
              onClick={() => onChange(entry)}
              className="min-w-7 tabular-nums max-sm:px-1 sm:min-w-8 sm:px-2"
            >
              {formatNumber(entry)}
            </Button>
          ),
        )}
      </div>
      <Button size="sm" disabled={page >= totalPages} onClick={() => onChange(page + 1)} className="max-sm:px-2">
        <span className="max-sm:sr-only">{strings.next}</span>
        <ChevronRight aria-hidden="true" className="size-4 sm:-mr-1" />
      </Button>
    </nav>
  );
}
