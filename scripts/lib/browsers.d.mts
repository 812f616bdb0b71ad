export function findBrowsers(): Array<{ name: string; path: string }>;
export function otherEngines(): Array<{ name: string; packages: string; isInstalled: boolean }>;
export function pathsOfEngine(name: 'firefox'): { browser: string };
export function pathsOfEngine(name: 'webkit'): { driver: string; display: string };
