import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { routeAt } from '../src/app/routing/routes.tsx';
import { guideSchema } from '../src/help/guide.ts';
import { linksOf, parseGuide } from './guide-tree.ts';
import { webpSize } from './webp-size.ts';

const DOCS = new URL('../../docs/', import.meta.url);
const SIZE = { width: 2, height: 1 };
const parse = (markdown: string) => parseGuide(markdown, (src) => ({ src, ...SIZE }));

test('docs/huong-dan.md: has only what the screen can show, every anchor is unique, and every link leads to a screen', () => {
  const images = new Set<string>();
  const guide = parseGuide(readFileSync(new URL('huong-dan.md', DOCS), 'utf8'), (place) => {
    images.add(place);
    const size = webpSize(readFileSync(new URL(place, DOCS)));
    expect(size.width).toBeGreaterThan(0);
    return { src: place, ...size };
  });
  expect(guideSchema.parse(JSON.parse(JSON.stringify(guide)))).toEqual(guide);
  const screens = guide.sections.flatMap(({ body }) => linksOf(body)).filter((href) => href.startsWith('/'));
  expect(screens.filter((href) => !routeAt(new URL(href, 'http://panel').pathname))).toEqual([]);
  const drawn = readdirSync(new URL('images/', DOCS)).filter((name) => name.startsWith('guide-'));
  expect([...images].sort()).toEqual(drawn.map((name) => `images/${name}`).sort());
});

test('parseGuide: makes a section of each heading, with the anchor that GitHub gives it', () => {
  const guide = parse('# Hướng dẫn\n\nMở đầu.\n\n## Đêm nay hàng dài?\n\nĐọc **kỹ**.\n\n### “Gỡ” & đóng\n\nXong.');
  expect(guide).toEqual({
    intro: [{ tag: 'p', children: ['Mở đầu.'] }],
    sections: [
      {
        id: 'đêm-nay-hàng-dài',
        level: 2,
        title: 'Đêm nay hàng dài?',
        body: [{ tag: 'p', children: ['Đọc ', { tag: 'strong', children: ['kỹ'] }, '.'] }],
      },
      { id: 'gỡ--đóng', level: 3, title: '“Gỡ” & đóng', body: [{ tag: 'p', children: ['Xong.'] }] },
    ],
  });
});

test('parseGuide: reads lists, tables, links, code and images', () => {
  const { sections } = parse(
    '## Một\n\n- [`a`](#một) <\n  1. b\n\n| A | B |\n| - | - |\n| 1 | [x](/admin/users) |\n\n![Ảnh](images/a.webp)',
  );
  const code = { tag: 'code', children: ['a'] };
  const inner = { tag: 'ol', children: [{ tag: 'li', children: ['b'] }] };
  expect(sections[0]?.body).toEqual([
    { tag: 'ul', children: [{ tag: 'li', children: [{ tag: 'a', href: '#một', children: [code] }, ' <', inner] }] },
    {
      tag: 'table',
      children: [
        {
          tag: 'thead',
          children: [{ tag: 'tr', children: ['A', 'B'].map((text) => ({ tag: 'th', children: [text] })) }],
        },
        {
          tag: 'tbody',
          children: [
            {
              tag: 'tr',
              children: [
                { tag: 'td', children: ['1'] },
                { tag: 'td', children: [{ tag: 'a', href: '/admin/users', children: ['x'] }] },
              ],
            },
          ],
        },
      ],
    },
    { tag: 'p', children: [{ tag: 'img', image: { src: 'images/a.webp', alt: 'Ảnh', ...SIZE }, children: [] }] },
  ]);
});

test('parseGuide: leaves out the table of contents before the first section', () => {
  expect(parse('Đọc [mục](#một).\n\n[Một](#một) ·\n[Hai](#hai)\n\n## Một\n\n## Hai').intro).toHaveLength(1);
});

test.each([
  ['HTML in a paragraph', '## A\n\n<b>x</b>', /html/],
  ['HTML that is a block', '## A\n\n<img src=x onerror=alert(1)>', /html/],
  ['a quotation', '## A\n\n> x', /blockquote/],
  ['two sections with one anchor', '## A\n\n## A!', /two sections named #a/],
  ['a link to no section', '## A\n\n[x](#b)', /leads nowhere: #b/],
  ['a link to a script', '## A\n\n[x](javascript:alert(1))', /leads nowhere/],
  ['a heading of level 4', '## A\n\n#### B', /level 4/],
])('parseGuide: rejects %s', (_name, markdown, message) => {
  expect(() => parse(markdown)).toThrow(message);
});

test('webpSize: rejects what is no WebP image of the extended format', () => {
  expect(() => webpSize(Buffer.from('RIFF0000WEBPVP8 0000000000000000'))).toThrow('not a WebP image');
});
