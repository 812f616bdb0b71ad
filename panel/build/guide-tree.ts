import { marked, type Token, type Tokens } from 'marked';
import { type Guide, type GuideImage, type GuideNode, type GuideSection, textOf } from '../src/help/guide.ts';

/** Finds what the file at a path, relative to the guide, is served as. */
export type FindImage = (path: string) => Omit<GuideImage, 'alt'>;

/** Letters, numbers, hyphens: what GitHub keeps of a heading for its anchor. */
const NOT_IN_ANCHOR = /[^\p{L}\p{M}\p{N}\s_-]/gu;
const SEPARATOR = /^[\s·]*$/;

const anchorOf = (title: string): string => title.toLowerCase().replaceAll(NOT_IN_ANCHOR, '').replaceAll(/\s/g, '-');

/**
 * Reads the administrators' guide. The result has text, links, images and a few tags; there is no HTML to sanitise.
 * @throws {Error} for Markdown that the screen does not show, an anchor that is there twice, or a link that leads nowhere
 */
export function parseGuide(markdown: string, findImage: FindImage): Guide {
  const intro: GuideNode[] = [];
  const sections: GuideSection[] = [];
  let body = intro;
  for (const token of marked.lexer(markdown)) {
    if (!isHeading(token)) {
      body.push(...toNodes([token], findImage));
      continue;
    }
    // The title of the document is the screen's heading.
    if (token.depth === 1) continue;
    if (token.depth > 3) throw new Error(`the guide has a heading of level ${token.depth}: ${token.text}`);
    const title = textOf(toNodes(token.tokens, findImage));
    body = [];
    sections.push({ id: anchorOf(title), level: token.depth === 2 ? 2 : 3, title, body });
  }
  checkAnchors(intro, sections);
  // The screen has a table of contents of its own.
  return { intro: intro.filter((node) => !isContents(node)), sections };
}

const isHeading = (token: Token): token is Tokens.Heading => token.type === 'heading';

/** A paragraph of links alone. */
const isContents = (node: GuideNode): boolean =>
  typeof node !== 'string' &&
  node.children.every((child) => (typeof child === 'string' ? SEPARATOR.test(child) : child.tag === 'a'));

function toNodes(tokens: readonly Token[], findImage: FindImage): GuideNode[] {
  const inner = (parts: readonly Token[] = []) => toNodes(parts, findImage);
  const cells = (tag: 'th' | 'td', row: readonly Tokens.TableCell[]): GuideNode => ({
    tag: 'tr',
    children: row.map((cell) => ({ tag, children: inner(cell.tokens) })),
  });
  return (tokens as readonly Tokens.Generic[]).flatMap((token): GuideNode[] => {
    switch (token.type) {
      case 'space':
        return [];
      case 'text':
        return token.tokens ? inner(token.tokens) : [token['text']];
      case 'escape':
        return [token['text']];
      case 'codespan':
        return [{ tag: 'code', children: [token['text']] }];
      case 'paragraph':
        return [{ tag: 'p', children: inner(token.tokens) }];
      case 'strong':
      case 'em':
        return [{ tag: token.type, children: inner(token.tokens) }];
      case 'link':
        return [{ tag: 'a', href: token['href'], children: inner(token.tokens) }];
      case 'image':
        return [{ tag: 'img', image: { ...findImage(token['href']), alt: token['text'] }, children: [] }];
      case 'list': {
        const items = (token as Tokens.List).items.map(
          ({ tokens: parts }) => ({ tag: 'li', children: inner(parts) }) as const,
        );
        return [{ tag: token['ordered'] ? 'ol' : 'ul', children: items }];
      }
      case 'table': {
        const { header, rows } = token as Tokens.Table;
        const head: GuideNode = { tag: 'thead', children: [cells('th', header)] };
        return [{ tag: 'table', children: [head, { tag: 'tbody', children: rows.map((row) => cells('td', row)) }] }];
      }
      default:
        throw new Error(`the guide has Markdown that the help screen does not show (${token.type}): ${token.raw}`);
    }
  });
}

function checkAnchors(intro: readonly GuideNode[], sections: readonly GuideSection[]): void {
  const ids = sections.map(({ id }) => id);
  const twice = ids.find((id, index) => ids.indexOf(id) < index);
  if (twice !== undefined) throw new Error(`the guide has two sections named #${twice}`);
  for (const href of [intro, ...sections.map(({ body }) => body)].flatMap(linksOf)) {
    const isFound = href.startsWith('#') ? ids.includes(href.slice(1)) : href.startsWith('/admin/');
    if (!isFound) throw new Error(`the guide has a link that leads nowhere: ${href}`);
  }
}

/** The addresses of all links, in order. */
export const linksOf = (nodes: readonly GuideNode[]): string[] =>
  nodes.flatMap((node) =>
    typeof node === 'string' ? [] : [...(node.href === undefined ? [] : [node.href]), ...linksOf(node.children)],
  );
