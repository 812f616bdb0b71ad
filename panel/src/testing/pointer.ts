import { userEvent } from 'vitest/browser';

/** Presses a point of the window, whatever is there; other clicks require that their target is what is hit. */
export const pressAt = (x: number, y: number): Promise<void> =>
  userEvent.pointer([{ coords: { x, y } }, { keys: '[MouseLeft]' }]);

/** Takes the pointer to a corner where nothing reacts to it; where an earlier test left it, an element may be below it next. */
export const parkPointer = (): Promise<void> => userEvent.pointer([{ coords: { x: 0, y: 0 } }]);
