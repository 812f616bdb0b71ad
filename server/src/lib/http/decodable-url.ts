/** An address under which nothing is ever mounted. */
const NOWHERE = '/api/undecodable-address';

/**
 * For the router: the address asked for, or one where nothing is, if its path cannot be decoded ('%ZZ'). The framework
 * would refuse such an address before any hook runs, hence without envelope, security headers and log line.
 */
export function decodableUrl(url = '/'): string {
  if (!url.includes('%')) return url;
  try {
    decodeURIComponent(url.split('?', 1)[0] ?? '');
    return url;
  } catch {
    return NOWHERE;
  }
}
