import { createElement, type ReactNode } from 'react';
import { highlight } from '../../lib/highlight.ts';
import { Link } from '../../lib/link.tsx';
import { TEXT_LINK_CLASS } from '../../ui/text-button.tsx';
import type { GuideElement, GuideNode } from '../guide.ts';
import { helpStrings as strings } from '../help.strings.ts';

const CLASSES: Readonly<Partial<Record<GuideElement['tag'], string>>> = {
  ul: 'flex list-disc flex-col gap-1.5 pl-5',
  ol: 'flex list-decimal flex-col gap-1.5 pl-5',
  strong: 'font-semibold',
  code: 'rounded-sm border border-line bg-sunken px-1 text-sm',
  table: 'w-full min-w-xs text-left text-sm',
  thead: 'text-ink-muted',
  tr: 'border-line border-b align-top',
  th: 'py-1.5 pr-3 font-semibold',
  td: 'py-1.5 pr-3',
};

interface GuideTextProps {
  readonly nodes: readonly GuideNode[];
  /** The search term, which is marked in the text. */
  readonly term: string;
  /** The title of the section. */
  readonly title: string;
  /** Called when a link to another section is followed. */
  readonly onFollow: () => void;
}

/** The text of one section. Links lead to sections and screens; images are loaded when they are nearly in sight. */
export function GuideText({ nodes, term, title, onFollow }: GuideTextProps): ReactNode {
  function render(node: GuideNode): ReactNode {
    if (typeof node === 'string') return <Highlighted text={node} term={term} />;
    const { tag, href, image } = node;
    if (image)
      return <img {...image} alt={image.alt} loading="lazy" className="h-auto rounded-md border border-line" />;
    const children = node.children.map(render);
    if (href !== undefined) {
      const isSection = href.startsWith('#');
      const link = { to: isSection ? { hash: href } : href, className: TEXT_LINK_CLASS };
      return createElement(Link, isSection ? { ...link, onClick: onFollow } : link, ...children);
    }
    const element = createElement(tag, { className: CLASSES[tag] }, ...children);
    if (tag !== 'table') return element;
    return (
      <section
        aria-label={strings.table(title)}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll box must be focusable to be scrolled by keyboard
        tabIndex={0}
        className="overflow-x-auto"
      >
        {element}
      </section>
    );
  }
  return createElement('div', { className: 'flex flex-col gap-3 text-base' }, ...nodes.map(render));
}

/** A text with the matches of a term marked. */
export function Highlighted({ text, term }: { readonly text: string; readonly term: string }): ReactNode {
  if (term.trim() === '') return text;
  let at = 0;
  return highlight(text, term).map((part) => {
    const key = at;
    at += part.text.length;
    if (!part.isFound) return part.text;
    return (
      <mark key={key} className="bg-amber-soft font-semibold text-amber-ink">
        {part.text}
      </mark>
    );
  });
}
