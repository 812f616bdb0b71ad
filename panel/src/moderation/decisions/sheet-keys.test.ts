import { afterAll, describe, expect, it, vi } from 'vitest';
import { samplePolicy } from '../../testing/samples.ts';
import { keyAction } from './sheet-keys.ts';

vi.stubGlobal('Element', class {});
afterAll(() => vi.unstubAllGlobals());

const policies = [samplePolicy({ key: 'first' }), samplePolicy({ key: 'second' })];
const context = { formElement: null, policies, shortcutsOn: true };
const press = (event: Partial<KeyboardEvent>, change: Partial<typeof context> = {}) =>
  keyAction({ target: null, ...event } as KeyboardEvent, { ...context, ...change });

describe('keyAction', () => {
  it('a digit chooses a rule, h no violation', () => {
    expect(press({ key: '2' })).toEqual({ kind: 'choose', policy: policies[1] });
    expect(press({ key: 'h' })).toEqual({ kind: 'choose', policy: undefined });
    for (const key of ['3', 'k']) expect(press({ key })).toBeUndefined();
  });

  it('p chooses what the ladder proposes', () => {
    expect(press({ key: 'p' })).toEqual({ kind: 'propose' });
    expect(press({ key: 'p', repeat: true })).toEqual({ kind: 'nothing' });
    expect(press({ key: 'p' }, { shortcutsOn: false })).toBeUndefined();
  });

  it('Ctrl+Enter and ⌘+Enter decide, Enter alone does not', () => {
    expect(press({ key: 'Enter', ctrlKey: true })).toEqual({ kind: 'decide' });
    expect(press({ key: 'Enter', metaKey: true })).toEqual({ kind: 'decide' });
    expect(press({ key: 'Enter' })).toEqual({ kind: 'nothing' });
  });

  it('a held key does nothing', () => {
    expect(press({ key: 'Enter', ctrlKey: true, repeat: true })).toEqual({ kind: 'nothing' });
    expect(press({ key: '1', repeat: true })).toEqual({ kind: 'nothing' });
  });

  it('a key that an input method composes with does nothing', () => {
    expect(press({ key: 'Enter', ctrlKey: true, isComposing: true })).toBeUndefined();
    expect(press({ key: '1', keyCode: 229 })).toBeUndefined();
  });

  it('with single keys turned off only Ctrl+Enter works', () => {
    const off = { shortcutsOn: false };
    expect(press({ key: '1' }, off)).toBeUndefined();
    expect(press({ key: 'h' }, off)).toBeUndefined();
    expect(press({ key: 'Enter', ctrlKey: true }, off)).toEqual({ kind: 'decide' });
  });

  it('a digit with a modifier is left to the browser', () => {
    expect(press({ key: '1', ctrlKey: true })).toBeUndefined();
    expect(press({ key: '1', altKey: true })).toBeUndefined();
  });
});
