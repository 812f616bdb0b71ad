import { parseUrl } from './location.ts';
import { knownApiBase } from './settings.ts';

const SAFE_DATA_IMAGE = /^data:image\/(?:png|jpe?g|webp|gif|avif)[;,]/i;
const SCHEME = /^[a-z][a-z0-9+.-]*:/i;

/** Browsers remove tabs and newlines inside a URL before they parse its scheme; so must every check of it. */
function withoutControlCharacters(value: string): string {
  let clean = '';
  for (const character of value) {
    const code = character.charCodeAt(0);
    if (code > 0x1f && (code < 0x7f || code > 0x9f)) clean += character;
  }
  return clean.trim();
}

function isOwnHost(url: URL): boolean {
  const host = globalThis.location?.hostname;
  const isApi = `${knownApiBase()}/`.startsWith(`${url.origin}/`);
  return isApi || url.hostname === host || url.hostname === 'localhost' || url.hostname === '127.0.0.1';
}

/**
 * Checks the URL of an image that a user or another backend supplied.
 * @returns a URL that is safe for `src`, relative ones on the API's host; undefined for every URL that could execute
 *   or is not an image's
 */
export function safeImageUrl(value: string | null | undefined): string | undefined {
  const cleaned = withoutControlCharacters(value ?? '');
  if (cleaned === '') return undefined;
  if (SAFE_DATA_IMAGE.test(cleaned)) return cleaned;
  if (!SCHEME.test(cleaned) && !/^[/\\]{2}/.test(cleaned)) {
    const base = knownApiBase();
    return base === '' ? cleaned : `${base}/${cleaned.replace(/^[/\\]+/, '')}`;
  }
  const url = parseUrl(cleaned, globalThis.location?.href ?? 'https://localhost/');
  if (url === null || url.username !== '' || url.password !== '') return undefined;
  if (url.protocol === 'blob:' || url.protocol === 'https:') return url.href;
  if (url.protocol !== 'http:' || !isOwnHost(url)) return undefined;
  // A server behind a TLS proxy may generate http URLs.
  if (url.host === globalThis.location?.host) url.protocol = globalThis.location.protocol;
  return url.href;
}

/**
 * Checks a URL in a user's text.
 * @returns the URL, if it is http(s) and has no user name, which could disguise the host; undefined otherwise
 */
export function safeLinkUrl(value: string): string | undefined {
  const url = parseUrl(value);
  if (url === null || url.username !== '' || url.password !== '') return undefined;
  return url.protocol === 'https:' || url.protocol === 'http:' ? url.href : undefined;
}
