import { parseUrl } from '../lib/location.ts';

/** The target of a term that is a link: a path of the panel, or nothing that the palette opens. */
export type PastedLink = { readonly path: string } | 'foreign';

const PANEL_PATH = /^\/admin(?:[/?#]|$)/;

/**
 * Reads a term as a link: with its scheme, as a path of the panel, or as one after the panel's own host.
 * @param page the panel's own URL
 * @param isScreen whether there is a screen at a path
 * @returns undefined for any other term
 */
export function readLink(
  term: string,
  page: Pick<URL, 'origin' | 'host'>,
  isScreen: (pathname: string) => boolean,
): PastedLink | undefined {
  const text = term.trim();
  const isOfHost = text.startsWith(`${page.host}/`);
  if (/\s/.test(text) || !(isOfHost || /^https?:/i.test(text) || PANEL_PATH.test(text))) return undefined;
  const url = parseUrl(isOfHost ? text.slice(page.host.length) : text, page.origin);
  const isOwn = url !== null && url.origin === page.origin && url.username === '' && url.password === '';
  if (!isOwn || !PANEL_PATH.test(url.pathname) || !isScreen(url.pathname)) return 'foreign';
  return { path: url.pathname + url.search + url.hash };
}
