const DEFAULT_URL = 'http://127.0.0.1:4000';

/** The address of the running server, without a slash at its end; undefined for what is no address of the web. */
export function toServerUrl(text: string = DEFAULT_URL): string | undefined {
  if (!URL.canParse(text) || !/^https?:$/.test(new URL(text).protocol)) return undefined;
  return text.replace(/\/+$/, '');
}
