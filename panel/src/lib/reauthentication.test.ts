import { describe, expect, it } from 'vitest';
import { reauthenticate, reauthenticationRequest } from './reauthentication.ts';

describe('reauthenticate', () => {
  it('shows one dialog for all pending calls, and a new one after it was settled', async () => {
    const both = [reauthenticate(), reauthenticate()];
    reauthenticationRequest.get()?.settle(true);
    expect(await Promise.all(both)).toEqual([true, true]);
    expect(reauthenticationRequest.get()).toBeUndefined();

    const later = reauthenticate();
    reauthenticationRequest.get()?.settle(false);
    expect(await later).toBe(false);
    expect(reauthenticationRequest.get()).toBeUndefined();
  });
});
