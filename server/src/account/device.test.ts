import { anyText } from '@hai-dang/contract/testing/any-text.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { describeDevice } from './device.ts';

const CHROME = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0';

test.each([
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${CHROME} Safari/537.36`, 'Chrome trên Windows'],
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${CHROME} Safari/537.36 Edg/140.0.0.0`, 'Edge trên Windows'],
  [`Mozilla/5.0 (Windows NT 10.0) coc_coc_browser/120.0 ${CHROME} Safari/537.36`, 'Cốc Cốc trên Windows'],
  [`Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${CHROME} Safari/537.36`, 'Chrome trên ChromeOS'],
  [`Mozilla/5.0 (Linux; Android 10; K) ${CHROME} Mobile Safari/537.36`, 'Chrome trên Android'],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile/15E148 Safari/604.1',
    'Safari trên iPhone',
  ],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox trên macOS'],
  ['curl/8.0 (x86_64-pc-linux-gnu) Linux', 'Linux'],
  ['curl/8.0', 'Thiết bị không rõ'],
  ['', 'Thiết bị không rõ'],
])('describeDevice: %s', (userAgent, device) => {
  expect(describeDevice(userAgent)).toBe(device);
});

test('describeDevice: the result never contains text of the user agent', () => {
  fc.assert(
    fc.property(anyText({ maxLength: 400 }), (text) => {
      const hostile = `Chrome/<img src=x onerror=alert(1)>\u202e${text}`;
      expect(describeDevice(hostile)).toMatch(/^Chrome( trên \w+)?$/);
    }),
  );
});
