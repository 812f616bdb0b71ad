/**
 * The page numbers worth a button: the first, the last and those around the current one.
 * @returns ascending page numbers, with 'gap' where some are left out
 */
export function pageWindow(page: number, totalPages: number): Array<number | 'gap'> {
  const wanted = new Set([1, totalPages, page - 1, page, page + 1]);
  // A gap of a single page is better shown as that page.
  if (page === 4) wanted.add(2);
  if (page === totalPages - 3) wanted.add(totalPages - 1);
  const pages = [...wanted].filter((n) => n >= 1 && n <= totalPages).sort((a, b) => a - b);
  return pages.flatMap((n, i) => (i > 0 && n - (pages[i - 1] ?? n) > 1 ? (['gap', n] as const) : [n]));
}
