import { cdp } from 'vitest/browser';

const KEYS = {
  Enter: { key: 'Enter', code: 'Enter', windowsVirtualKeyCode: 13, text: '\r' },
  g: { key: 'g', code: 'KeyG', windowsVirtualKeyCode: 71, text: 'g' },
  k: { key: 'k', code: 'KeyK', windowsVirtualKeyCode: 75 },
} as const;
const CONTROL = 2;
const REPEATS = 4;

/** Holds a key down, with Control where it is asked for, for a while longer than it takes until something has happened. */
export async function holdKey(
  name: keyof typeof KEYS,
  until: () => Promise<unknown>,
  { control = false } = {},
): Promise<void> {
  const press = (type: 'keyDown' | 'keyUp', autoRepeat = false) =>
    cdp().send('Input.dispatchKeyEvent', { type, autoRepeat, modifiers: control ? CONTROL : 0, ...KEYS[name] });
  await press('keyDown');
  await until();
  for (let repeats = 0; repeats < REPEATS; repeats += 1) await press('keyDown', true);
  await press('keyUp');
}
