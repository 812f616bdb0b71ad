import { START_SCREENS, type StartScreen } from '@hai-dang/contract/account/start-screens.ts';
import { browserStorage } from './browser-storage.ts';

const STORAGE_KEY = 'startScreen';

/** Remembers in this browser which screen the administrator wants first. */
export const setStartScreen = (screen: StartScreen): void => browserStorage.set(STORAGE_KEY, screen);

/** The path of the first screen after a sign-in: that of the dashboard unless the administrator wants another one. */
export function startPath(): string {
  const stored = browserStorage.get(STORAGE_KEY);
  return `/admin/${START_SCREENS.find((screen) => screen === stored) ?? START_SCREENS[0]}`;
}
