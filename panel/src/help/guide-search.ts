import { highlight } from '../lib/highlight.ts';
import { type GuideSection, textOf } from './guide.ts';

/** The sections with a term in their title or text, letter case and diacritics ignored; all for an empty term. */
export const findSections = (sections: readonly GuideSection[], term: string): readonly GuideSection[] =>
  term.trim() === ''
    ? sections
    : sections.filter(({ title, body }) =>
        [title, ...body.map((node) => textOf([node]))].some((text) =>
          highlight(text, term).some(({ isFound }) => isFound),
        ),
      );
