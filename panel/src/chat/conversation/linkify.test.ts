import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { messageParts } from './linkify.ts';

const links = (text: string) => messageParts(text).flatMap(({ href }) => href ?? []);

describe('messageParts', () => {
  it.each([
    ['xem https://example.com/a?b=1#c nhé', 'https://example.com/a?b=1#c'],
    ['Có ở https://example.com/a. Xem đi', 'https://example.com/a'],
    ['(https://example.com/a)', 'https://example.com/a'],
    [
      'https://vi.wikipedia.org/wiki/Huế_(thành_phố)',
      'https://vi.wikipedia.org/wiki/Hu%E1%BA%BF_(th%C3%A0nh_ph%E1%BB%91)',
    ],
    ['HTTP://EXAMPLE.COM', 'http://example.com/'],
  ])('%j: a link to %s', (text, href) => {
    expect(links(text)).toEqual([href]);
  });

  it.each([
    'javascript:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'https://user:secret@example.com',
    'https://bank.example@evil.example',
    'https://',
    'java\tscript:alert(1)',
    'ftp://example.com',
  ])('%j: no link', (text) => {
    expect(links(text)).toEqual([]);
  });

  it('the joined parts are the text, and links lead to http(s) URLs only', () => {
    const piece = fc.oneof(
      fc.string({ unit: 'grapheme' }),
      fc.constantFrom('https://', 'http://a.b', ')', '.', ' ', 'x@y'),
    );
    fc.assert(
      fc.property(fc.array(piece), (pieces) => {
        const text = pieces.join('');
        expect(
          messageParts(text)
            .map((part) => part.text)
            .join(''),
        ).toBe(text);
        for (const href of links(text)) expect(href).toMatch(/^https?:\/\//);
      }),
    );
  });
});
