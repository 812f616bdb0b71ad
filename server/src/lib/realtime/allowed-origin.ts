/**
 * Whether a page from `origin` may open a socket: one of the origins that may call over HTTP, or the server's own.
 * Browsers do not apply CORS to WebSockets, so the server has to check. Other clients send no origin; each of them
 * needs a token all the same.
 * @param host the Host header; its scheme is not compared, since TLS may end at a proxy
 */
export function isOriginAllowed(
  origin: string | undefined,
  host: string | undefined,
  allowedOrigins: readonly string[],
): boolean {
  if (origin === undefined || allowedOrigins.includes(origin)) return true;
  if (host === undefined || !URL.canParse(origin)) return false;
  const { protocol, host: originHost } = new URL(origin);
  const own = `${protocol}//${host}`;
  return /^https?:$/.test(protocol) && URL.canParse(own) && new URL(own).host === originHost;
}
