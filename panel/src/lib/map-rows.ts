import type { InfinitePages } from './infinite-pages.ts';

/** The same pages with each row in memory changed. */
export const mapRows = <Row, Extra>(
  data: InfinitePages<Row, Extra>,
  change: (row: Row) => Row,
): InfinitePages<Row, Extra> => ({
  ...data,
  pages: data.pages.map((page) => ({ ...page, rows: page.rows?.map(change) ?? null })),
});
