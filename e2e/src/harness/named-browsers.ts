import type { Page } from '@playwright/test';
import { features } from 'web-features';
import { NAMED_BROWSERS } from '../../../panel/build/named-browsers.ts';

/** `javascript.builtins.Promise.withResolvers`, `api.URL.parse_static`: a feature that scripts can call. */
const MEMBER = /^(?:javascript\.builtins|api)\.([A-Za-z_]\w*)(?:\.([A-Za-z_]\w*?)(?:_static)?)?$/;
const EVENT = /_event$/;
/** Features that the data lists as missing because a browser deviates from the standard in a detail. */
const INCOMPLETE = new Set(['Window.devicePixelRatio']);

/** The version of each browser with support. */
type Support = Readonly<Record<string, string | undefined>>;
/** A missing global, or one member of it. */
type Missing = readonly [owner: string, member?: string];

const parts = (version: string): number[] => version.replace('≤', '').split('.').map(Number);

function isLater(version: string, than: string): boolean {
  const [one, other] = [parts(version), parts(than)];
  const index = [0, 1].find((part) => one[part] !== other[part]);
  // `preview` is no number: later than any release.
  return index !== undefined && !((one[index] ?? 0) <= (other[index] ?? 0));
}

const isEverywhere = (support: Support): boolean =>
  Object.entries(NAMED_BROWSERS).every(([browser, version]) => {
    const since = support[browser];
    return since !== undefined && !isLater(since, version);
  });

/** The scriptable features that at least one of the named browsers lacks. */
export function missingInNamedBrowsers(): Missing[] {
  const missing: Missing[] = [];
  for (const feature of Object.values(features)) {
    if (feature.kind !== 'feature') continue;
    for (const [key, status] of Object.entries<{ support: Support }>(feature.status.by_compat_key ?? {})) {
      const [, owner, member] = MEMBER.exec(key) ?? [];
      if (!owner || EVENT.test(key) || INCOMPLETE.has(`${owner}.${member}`) || isEverywhere(status.support)) continue;
      // A constructor is listed as a member of the same name.
      missing.push(member && member !== owner ? [owner, member] : [owner]);
    }
  }
  // Members first: deleting a global deletes its members.
  return missing.sort((one, other) => other.length - one.length);
}

/** Deletes the features that the named browsers lack from all pages opened from now on. */
export async function openAsNamedBrowser(page: Page): Promise<void> {
  await page.addInitScript((missing) => {
    for (const [owner, member] of missing) {
      const global: unknown = Reflect.get(window, owner);
      if (member === undefined) Reflect.deleteProperty(window, owner);
      else if (global instanceof Object) {
        Reflect.deleteProperty(global, member);
        const instances: unknown = owner === 'Window' ? window : Reflect.get(global, 'prototype');
        if (instances instanceof Object) Reflect.deleteProperty(instances, member);
      }
    }
    // In a browser without popover support the attribute hides nothing.
    const setAttribute = Element.prototype.setAttribute;
    if (!('popover' in HTMLElement.prototype)) {
      Element.prototype.setAttribute = function (name, value) {
        if (name !== 'popover') setAttribute.call(this, name, value);
      };
    }
  }, missingInNamedBrowsers());
}
