import { cdp } from 'vitest/browser';

/** Puts a text into the focused field that an input method is composing, as Vietnamese ones do with each key. */
export const compose = (text: string): Promise<unknown> =>
  cdp().send('Input.imeSetComposition', { text, selectionStart: text.length, selectionEnd: text.length });

/** Ends the composition with a text. */
export const endComposition = (text: string): Promise<unknown> => cdp().send('Input.insertText', { text });

/** Presses a key that the input method handles: its keyCode is 229, as the browser's is then. */
export async function pressInComposition(key: string): Promise<void> {
  for (const type of ['rawKeyDown', 'keyUp'] as const) {
    await cdp().send('Input.dispatchKeyEvent', { type, key, code: key, windowsVirtualKeyCode: 229 });
  }
}
