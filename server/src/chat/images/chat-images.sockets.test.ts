import fc from 'fast-check';
import { expect, test } from 'vitest';
import { bytesOfDataUrl } from './chat-images.sockets.ts';

test('bytesOfDataUrl: returns the bytes of a data URL in base64, and rejects any other text', () => {
  fc.assert(
    fc.property(fc.uint8Array(), (bytes) => {
      const url = `data:image/png;base64,${Buffer.from(bytes).toString('base64')}`;
      expect(bytesOfDataUrl(url)).toEqual(Buffer.from(bytes));
    }),
  );
  for (const url of [
    'data:image/png,x',
    'data:text/html;base64,AA==',
    'data:image/;base64,AA==',
    'data:',
    'https://x',
  ]) {
    expect(() => bytesOfDataUrl(url)).toThrow();
  }
});
