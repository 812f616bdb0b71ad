import { parseUrl } from './parse-url.ts';
import { knownApiBase } from './settings.ts';

const SAFE_DATA_IMAGE = /^data:image\/(?:png|jpe?g|webp|gif|avif)[;,]/i;
const SCHEME = /^[a-z][a-z0-9+.-]*:/i;

/** Browsers drop tabs and newlines inside an address before they read its scheme; so must whoever judges it. */
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
 * Judges the address of a picture that a user or another backend supplied.
 * @returns an address fit for `src`, relative ones led to the API's host; undefined for everything that could
 *   run, or that is no picture's address
 */
export function safeImageUrl(value: string | null | undefined): string | undefined {
  const address = withoutControlCharacters(value ?? '');
  if (address === '') return undefined;
  if (SAFE_DATA_IMAGE.test(address)) return address;
  if (!SCHEME.test(address) && !/^[/\\]{2}/.test(address)) {
    const base = knownApiBase();
    return base === '' ? address : `${base}/${address.replace(/^[/\\]+/, '')}`;
  }
  const url = parseUrl(address, globalThis.location?.href ?? 'https://localhost/');
  if (url === null || url.username !== '' || url.password !== '') return undefined;
  if (url.protocol === 'blob:' || url.protocol === 'https:') return url.href;
  if (url.protocol !== 'http:' || !isOwnHost(url)) return undefined;
  // A server behind a proxy may not know that its clients come over TLS.
  if (url.host === globalThis.location?.host) url.protocol = globalThis.location.protocol;
  return url.href;
}

/**
 * Judges an address that somebody wrote into a text.
 * @returns the address, if it is one of the web that hides nobody behind a user name; undefined otherwise
 */
export function safeLinkUrl(value: string): string | undefined {
  const url = parseUrl(value);
  if (url === null || url.username !== '' || url.password !== '') return undefined;
  return url.protocol === 'https:' || url.protocol === 'http:' ? url.href : undefined;
}
