import type { ContentDetail, ContentRef, ListedContent } from '@hai-dang/contract/content/content.schema.ts';
import { contentPath } from '../entities/content-path.ts';
import type { DecisionRequest } from '../moderation/decisions/decisions.overlays.ts';
import { contentStrings as strings } from './content.strings.ts';

type Content = Pick<ContentDetail, '_id' | 'itemType' | 'title'> &
  (Pick<ListedContent, 'excerpt'> | Pick<ContentDetail, 'text'>);

const NAME_MAX_CHARS = 80;

export const refOf = ({ itemType, _id: itemId }: Pick<ContentDetail, '_id' | 'itemType'>): ContentRef => ({
  itemType,
  itemId,
});

/** The name of content: its title, or else its first line. */
export function nameOf(content: Content): string {
  const text = 'text' in content ? content.text : content.excerpt;
  const line = content.title?.trim() || (text.trim().split('\n', 1)[0] ?? '');
  return [...line].slice(0, NAME_MAX_CHARS).join('') || strings.untitled;
}

/** The request for a decision on content, from another screen than its own. */
export const toDecisionRequest = (content: Content): DecisionRequest => ({
  subject: refOf(content),
  name: nameOf(content),
  path: contentPath(refOf(content)),
});
