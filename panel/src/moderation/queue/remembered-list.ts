import { browserStorage } from '../../lib/browser-storage.ts';
import { NO_FILTERS, type ReportQuery, reportListUrl } from './reports-list.filters.ts';

const STORAGE_KEY = 'reports-list';

/** How one works: filters, order and grouping. Searches, days and people belong to one question. */
const lasting = ({ filters: { status, itemType, reason, sort }, grouping }: ReportQuery): ReportQuery => ({
  filters: { ...NO_FILTERS, status, itemType, reason, sort },
  grouping,
});

/** Remembers on this device how the list was set up last. */
export function rememberList(query: ReportQuery): void {
  const search = reportListUrl.format(lasting(query)).toString();
  if (search === '') browserStorage.remove(STORAGE_KEY);
  else browserStorage.set(STORAGE_KEY, search);
}

/** The query string of that list; '' for the default. Only a URL without a query string is replaced by it. */
export const rememberedSearch = (): string =>
  reportListUrl
    .format(lasting(reportListUrl.parse(new URLSearchParams(browserStorage.get(STORAGE_KEY) ?? ''))))
    .toString();
