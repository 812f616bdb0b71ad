export function findBrowsers(): Array<{ name: string; path: string }>;
