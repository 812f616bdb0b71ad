import { appStrings } from './app.strings.ts';

/** By the beginning of the path; the first that fits is meant. */
const TEXTS = [
  ['/admin/dashboard', appStrings.dashboardSessionExpired],
  ['/admin/reports', appStrings.reportsSessionExpired],
  ['', appStrings.sessionExpired],
] as const;

/**
 * What the login screen says of a session that has expired (specification, section 8). The open screen decides, not
 * the call that failed: which of its calls comes first, or whether the socket is faster, is chance.
 */
export const sessionEndText = (path: string): string | undefined =>
  TEXTS.find(([start]) => path.startsWith(start))?.[1];
