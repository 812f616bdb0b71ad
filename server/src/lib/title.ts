/** Longer titles are cut: they go into lists and into the audit log. */
export const TITLE_MAX_CHARS = 80;

/** Returns the title of a text, else its first line; cut between characters, never within one. */
export const titleOf = ({ title, content }: { title?: string | null | undefined; content: string }): string =>
  [...((title?.trim() || content.trim()).split('\n', 1)[0] ?? '')].slice(0, TITLE_MAX_CHARS).join('');
