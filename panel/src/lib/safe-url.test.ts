import fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { safeImageUrl } from './safe-url.ts';

const PAGE = 'https://panel.example/admin/users';
const CONTROL = fc.constantFrom('\t', '\n', '\r', '\0', '\x01', '\x1f', '\x7f', ' ');

/** A disguised scheme that a browser still recognises: any case, control characters in between. */
const disguised = (scheme: string) =>
  fc
    .tuple(
      fc.array(CONTROL, { maxLength: 3 }),
      fc.array(fc.tuple(fc.boolean(), fc.array(fc.constantFrom('\t', '\n', '\r'), { maxLength: 2 })), {
        minLength: scheme.length,
        maxLength: scheme.length,
      }),
      fc.string(),
    )
    .map(([before, letters, rest]) => {
      const written = letters.map(([upper, between], i) => {
        const letter = scheme[i] ?? '';
        return (upper ? letter.toUpperCase() : letter) + between.join('');
      });
      return `${before.join('')}${written.join('')}${rest}`;
    });

describe('safeImageUrl', () => {
  it.each([
    'https://cdn.example/a.jpg',
    '/media/a.webp',
    'uploads/a.png',
    'blob:https://panel.example/7d3f',
    'data:image/png;base64,iVBORw0KGgo=',
    'http://localhost:4000/a.png',
  ])('allows %s', (address) => {
    expect(safeImageUrl(address)).toBe(address);
  });

  it.each([
    undefined,
    null,
    '',
    '   ',
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    ' java\tscript:alert(1)',
    'vbscript:msgbox(1)',
    'data:text/html,<script>alert(1)</script>',
    'data:image/svg+xml,<svg onload="alert(1)"/>',
    'file:///etc/passwd',
    'http://elsewhere.example/a.png',
    'https://name:secret@elsewhere.example/a.png',
  ])('rejects %s', (address) => {
    expect(safeImageUrl(address)).toBeUndefined();
  });

  it('rejects a URL with an executable scheme, however it is disguised', () => {
    const schemes = fc.constantFrom('javascript:', 'vbscript:', 'data:text/html,', 'data:image/svg+xml,', 'file:');
    fc.assert(
      fc.property(schemes.chain(disguised), (address) => {
        expect(safeImageUrl(address)).toBeUndefined();
      }),
    );
  });

  it('any input: returns an image URL or undefined', () => {
    const schemes = fc.constantFrom(
      'javascript:',
      'data:',
      'image/svg+xml',
      'image/png',
      'https:',
      'http:',
      'blob:',
      'file:',
    );
    const punctuation = fc.constantFrom('/', '\\', '//', '@', ':', ',', ';', '\t', '\n', '\0', '.', '#', '?', '[');
    const piece = fc.oneof(schemes, punctuation, fc.string({ maxLength: 3 }));
    fc.assert(
      fc.property(
        fc.array(piece, { maxLength: 8 }).map((parts) => parts.join('')),
        (address) => {
          const kept = safeImageUrl(address);
          if (kept === undefined) return;
          const url = URL.parse(kept, PAGE);
          // An unparsable URL loads nothing.
          if (url === null) return;
          expect(['https:', 'http:', 'blob:', 'data:']).toContain(url.protocol);
          if (url.protocol === 'data:') expect(kept).toMatch(/^data:image\/(?!svg)/i);
        },
      ),
    );
  });
});

describe('safeImageUrl: an http URL', () => {
  afterEach(() => {
    vi.unstubAllGlobals();
    vi.resetModules();
  });

  it('on the page’s own host with TLS: https; on another host: undefined', () => {
    vi.stubGlobal('location', new URL(PAGE));
    expect(safeImageUrl('http://panel.example/media/a.webp?expires=1')).toBe(
      'https://panel.example/media/a.webp?expires=1',
    );
    expect(safeImageUrl('http://panel.example.evil/media/a.webp')).toBeUndefined();
  });

  it('on the API’s host: unchanged', async () => {
    vi.resetModules();
    vi.stubGlobal('fetch', async () => Response.json({ apiBase: 'http://api.example:4000/v1', socketBase: '' }));
    const settings = await import('./settings.ts');
    const { safeImageUrl: judge } = await import('./safe-url.ts');
    await settings.loadSettings();
    expect(judge('http://api.example:4000/media/a.webp')).toBe('http://api.example:4000/media/a.webp');
    expect(judge('http://api.example/media/a.webp')).toBeUndefined();
    expect(judge('/uploads/a.png')).toBe('http://api.example:4000/v1/uploads/a.png');
  });
});
