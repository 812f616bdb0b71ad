import { changePreferences, knownPreferences, loadPreferences } from '../../lib/preferences.ts';
import { NO_FILTERS, type ReportQuery, reportListUrl } from './reports-list.filters.ts';

/** How one works: filters, order and grouping. Searches, days and people belong to one question. */
const lasting = ({ filters: { status, itemType, reason, sort }, grouping }: ReportQuery): string =>
  reportListUrl.format({ filters: { ...NO_FILTERS, status, itemType, reason, sort }, grouping }).toString();

/** Remembers, for this administrator, how the list was set up last. */
export function rememberList(query: ReportQuery): void {
  const reportList = lasting(query);
  if (reportList === knownPreferences.get()?.reportList) return;
  // Nobody has asked for it: what could not be stored is not said.
  changePreferences({ reportList }).catch(() => undefined);
}

/** The query string of that list; '' for the default. Only a URL without a query string is replaced by it. */
export const rememberedSearch = (): string =>
  lasting(reportListUrl.parse(new URLSearchParams(knownPreferences.get()?.reportList ?? '')));

/** Waits until this browser knows it: only in one that the administrator has not used yet. */
export const untilRemembered = (): Promise<void> => (knownPreferences.get() ? Promise.resolve() : loadPreferences());
