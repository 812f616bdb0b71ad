import { v7 } from 'uuid';

/** A new row's id: UUIDv7, so that ids made later sort later. */
export const newId = (): string => v7();
