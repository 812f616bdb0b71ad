/** In the order of matching: most user agents also contain the names of other browsers. */
const BROWSERS: ReadonlyArray<readonly [mark: string, name: string]> = [
  ['coc_coc_browser', 'Cốc Cốc'],
  ['SamsungBrowser/', 'Samsung Internet'],
  ['YaBrowser/', 'Yandex'],
  ['OPR/', 'Opera'],
  ['Edg/', 'Edge'],
  ['EdgA/', 'Edge'],
  ['EdgiOS/', 'Edge'],
  ['FxiOS/', 'Firefox'],
  ['Firefox/', 'Firefox'],
  ['CriOS/', 'Chrome'],
  ['HeadlessChrome/', 'Chrome'],
  ['Chrome/', 'Chrome'],
  ['Safari/', 'Safari'],
];
const SYSTEMS: ReadonlyArray<readonly [mark: string, name: string]> = [
  ['iPhone', 'iPhone'],
  ['iPad', 'iPad'],
  ['Android', 'Android'],
  ['CrOS', 'ChromeOS'],
  ['Windows', 'Windows'],
  ['Macintosh', 'macOS'],
  ['Linux', 'Linux'],
];

const findName = (names: typeof BROWSERS, userAgent: string): string | undefined =>
  names.find(([mark]) => userAgent.includes(mark))?.[1];

/**
 * A browser and its system in a few words, for the list of sessions. The header is the client's own text, so none of it is
 * repeated.
 */
export function describeDevice(userAgent: string): string {
  const browser = findName(BROWSERS, userAgent);
  const system = findName(SYSTEMS, userAgent);
  if (browser && system) return `${browser} trên ${system}`;
  return browser ?? system ?? 'Thiết bị không rõ';
}
