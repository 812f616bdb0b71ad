import '../app/app.css';
import { DEFAULT_PREFERENCES } from '@hai-dang/contract/account/preferences.schema.ts';
import { afterEach, beforeEach, expect } from 'vitest';
import { cleanup } from 'vitest-browser-react';
import { session } from '../lib/session.ts';
import { setTheme } from '../lib/theme.ts';
import { parkPointer } from './pointer.ts';
import { callsWithoutResponse, startResponding } from './responses.ts';

/** A list that measures its rows learns their sizes in the next frame. */
const BENIGN = 'ResizeObserver loop';
/** The faults that React finds among them. */
const errors: string[] = [];
const { error } = console;
console.error = (...args: unknown[]) => {
  const text = args.map(String).join(' ');
  if (!text.includes(BENIGN)) errors.push(text);
  error(...args);
};

beforeEach(async () => {
  await parkPointer();
  errors.length = 0;
  // A draft of the former test that waits to be written is written now, and not after the storage is cleared.
  window.dispatchEvent(new Event('pagehide'));
  localStorage.clear();
  sessionStorage.clear();
  setTheme('light');
  session.save({ token: 'token', admin: { id: 'admin', username: 'Quản trị', email: 'admin@example.com' } });
  // This browser knows it: it is not fetched.
  localStorage.setItem('preferences:admin', JSON.stringify(DEFAULT_PREFERENCES));
  startResponding();
});

afterEach(async () => {
  // Now, and not at the next render: what is on the screen would go on calling in the time of the next test.
  await cleanup();
  expect(callsWithoutResponse()).toEqual([]);
  expect(errors).toEqual([]);
});
