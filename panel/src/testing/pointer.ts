import { userEvent } from 'vitest/browser';

/** Presses a point of the window, whatever is there; other clicks require that their target is what is hit. */
export const pressAt = (x: number, y: number): Promise<void> =>
  userEvent.pointer([{ coords: { x, y } }, { keys: '[MouseLeft]' }]);
