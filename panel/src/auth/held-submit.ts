/**
 * The login page is on the screen before its code is here. A small script in its head (build/early-scripts.ts) holds
 * back a submit made meanwhile, and marks the form, so that it is neither lost nor sent by the browser itself.
 * @returns true if a submit was held back and should be made up for; from now on none is
 */
export function releaseHeldSubmit(form: HTMLFormElement): boolean {
  document.documentElement.dataset['live'] = '';
  const held = form.hasAttribute('data-held-submit');
  form.removeAttribute('data-held-submit');
  return held;
}
