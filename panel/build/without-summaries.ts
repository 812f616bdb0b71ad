import type { Plugin } from 'vite';

const SUMMARY = /^ +summary:\s+(['"]).+\1,$/gm;

/** The contract's summaries are for its documentation: nothing in the panel reads them, and they would be 5 KB gzipped. */
export function withoutSummaries(): Plugin {
  return {
    name: 'without-summaries',
    apply: 'build',
    enforce: 'pre',
    transform: {
      filter: { id: /\/contract\/src\/.+\.(?:endpoints|events)\.ts$/ },
      handler(code, id) {
        const rest = code.replace(SUMMARY, '');
        if (rest.includes('summary:')) throw new Error(`${id} has a summary that is not one line of text`);
        return { code: rest, map: null };
      },
    },
  };
}
