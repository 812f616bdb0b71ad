/**
 * Calls back when the colours of the page may have changed: another `data-theme`, or another system preference.
 * @returns stops it
 */
export function watchTheme(onChange: () => void): () => void {
  const observer = new MutationObserver(onChange);
  observer.observe(document.documentElement, { attributeFilter: ['data-theme'] });
  const systemPreference = window.matchMedia('(prefers-color-scheme: dark)');
  systemPreference.addEventListener('change', onChange);
  return () => {
    observer.disconnect();
    systemPreference.removeEventListener('change', onChange);
  };
}
