export function findBrowsers(): Array<{ name: string; path: string }>;
export function findFirefox(): string | undefined;
