import type { Policy } from '@hai-dang/contract/moderation/policies.schema.ts';
import { isImeKey } from '../../lib/ime-key.ts';
import { HARMLESS_KEY } from './decide.ts';
import { policyOfKey } from './decision-choice.ts';

/** The key that chooses what the ladder proposes. */
export const PROPOSAL_KEY = 'p';
/** Where a character is typed, or chooses from a list. */
const TYPED_IN = 'textarea, select, input:not([type="radio"]):not([type="checkbox"])';
const OWN_ENTER = 'textarea, a, button';

interface KeyContext {
  readonly formElement: HTMLElement | null;
  readonly policies: readonly Policy[];
  /** Whether single keys do something (WCAG 2.1.4). */
  readonly shortcutsOn: boolean;
}

type KeyAction =
  | { readonly kind: 'decide' }
  /** undefined for 'no violation'. */
  | { readonly kind: 'choose'; readonly policy: Policy | undefined }
  | { readonly kind: 'propose' }
  /** The browser would submit the form. */
  | { readonly kind: 'nothing' };

/**
 * The action of a key in the sheet; undefined for one that the browser handles. A key that is held does nothing more,
 * and one that an input method composes with (Vietnamese ones included) nothing at all.
 */
export function keyAction(
  event: KeyboardEvent,
  { formElement, policies, shortcutsOn }: KeyContext,
): KeyAction | undefined {
  const { key, target, repeat } = event;
  if (event.defaultPrevented || isImeKey(event)) return undefined;
  const element = target instanceof Element ? target : undefined;
  // A dialog above the sheet, the one that asks for the password, has keys of its own.
  if (element?.closest('dialog') && !element.closest('dialog')?.contains(formElement)) return undefined;
  const isCommand = event.ctrlKey || event.metaKey;
  if (key === 'Enter') {
    if (isCommand && !event.altKey) return repeat ? { kind: 'nothing' } : { kind: 'decide' };
    const isOwn = element?.matches(OWN_ENTER) ?? false;
    return isOwn && !(repeat && element?.matches('button')) ? undefined : { kind: 'nothing' };
  }
  if (isCommand || event.altKey || !shortcutsOn || element?.closest(TYPED_IN)) return undefined;
  const policy = policyOfKey(key, policies);
  if (key === PROPOSAL_KEY) return repeat ? { kind: 'nothing' } : { kind: 'propose' };
  if (!policy && key !== HARMLESS_KEY) return undefined;
  return repeat ? { kind: 'nothing' } : { kind: 'choose', policy };
}
