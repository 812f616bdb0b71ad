import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { beginsLikeImage } from './image-signature.ts';

const bytes = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0));

describe('beginsLikeImage', () => {
  it.each([
    ['PNG', '\x89PNG\r\n\x1a\n\0\0\0\rIHDR'],
    ['JPEG', '\xff\xd8\xff\xe0\0\x10JFIF\0'],
    ['WebP', 'RIFF\x24\0\0\0WEBPVP8 '],
    ['GIF', 'GIF89a\x01\0\x01\0'],
    ['older GIF', 'GIF87a\x01\0\x01\0'],
    ['AVIF', '\0\0\0\x20ftypavif\0\0\0\0avifmif1'],
    ['AVIF by a compatible brand', '\0\0\0\x20ftypmif1\0\0\0\0mif1avifmiaf'],
  ])('accepts %s', (_, head) => {
    expect(beginsLikeImage(bytes(head))).toBe(true);
  });

  it.each([
    ['an SVG', '<svg xmlns="http://www.w3.org/2000/svg">'],
    ['an SVG with its XML line', '<?xml version="1.0"?><svg'],
    ['a page', '<!doctype html><html>'],
    ['a PDF', '%PDF-1.7\n'],
    ['a TIFF', 'II*\0\x08\0\0\0'],
    ['a BMP', 'BM\x36\0\0\0'],
    ['HEIC', '\0\0\0\x18ftypheic\0\0\0\0mif1heic'],
    ['a sound', 'RIFF\x24\0\0\0WAVEfmt '],
    ['a PNG cut off', '\x89PNG'],
    ['nothing', ''],
  ])('rejects %s', (_, head) => {
    expect(beginsLikeImage(bytes(head))).toBe(false);
  });

  it('any bytes: returns a boolean', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 64 }), (head) => {
        const isText =
          head.every((byte) => byte < 0x80) && head[0] !== 0 && !/^(GIF8|RIFF)/.test(String.fromCharCode(...head));
        expect(typeof beginsLikeImage(head)).toBe('boolean');
        if (isText) expect(beginsLikeImage(head)).toBe(false);
      }),
    );
  });
});
