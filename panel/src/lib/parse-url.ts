/** What `URL.parse` gives in newer browsers than the panel is built for: null for what is no url. */
export function parseUrl(value: string, base?: string): URL | null {
  return URL.canParse(value, base) ? new URL(value, base) : null;
}
