import { MINUTE_MS } from '@hai-dang/contract/lib/durations.ts';
import type { Scenario } from '../scenario.ts';
import { badTokens } from './bad-tokens.ts';
import { demandingImages } from './demanding-images.ts';
import { flood } from './flood.ts';
import { hostileSearch } from './hostile-search.ts';
import { largeImage } from './large-image.ts';
import { loginTiming } from './login-timing.ts';
import { malformed } from './malformed.ts';
import { repeatedFiling } from './repeated-filing.ts';
import { leavingClients, slowRequests } from './slow-requests.ts';
import { connectFlood, frameFlood, largeJson, memberFrameFlood, pingFlood, rejoinFlood } from './socket-floods.ts';
import { sqlmap } from './sqlmap.ts';
import { wapiti } from './wapiti.ts';

/** The scenarios of `npm run attack`, in this order; `npm test` covers the other lines of docs/trust.md. */
export const attacks: readonly Scenario[] = [
  { line: '1.2.4 hostile texts over many rows', limitMs: 10 * MINUTE_MS, run: hostileSearch },
  { line: '2.2.1 ten thousand malformed inputs', limitMs: 15 * MINUTE_MS, run: malformed },
  { line: '2.4.1 a flood from one socket', limitMs: 3 * MINUTE_MS, run: flood },
  { line: '2.4.1 CONNECT packets of nobody', limitMs: 2 * MINUTE_MS, run: connectFlood },
  { line: '2.4.1 pings of nobody', limitMs: 2 * MINUTE_MS, run: pingFlood },
  { line: '2.4.1 frames of nobody', limitMs: 2 * MINUTE_MS, run: frameFlood },
  { line: '2.4.1 frames of a user', limitMs: 2 * MINUTE_MS, run: memberFrameFlood },
  { line: '2.4.1 messages by joining again', limitMs: 2 * MINUTE_MS, run: rejoinFlood },
  { line: '2.4.1 packets of 11 MB of JSON', limitMs: 2 * MINUTE_MS, run: largeJson },
  { line: '2.4.1 calls with invalid tokens', limitMs: 3 * MINUTE_MS, run: badTokens },
  { line: '2.4.1 requests that drip', limitMs: 3 * MINUTE_MS, run: slowRequests },
  { line: '2.4.1 requests for images by clients that leave', limitMs: 2 * MINUTE_MS, run: leavingClients },
  { line: '2.4.1 a report filed again and again', limitMs: 2 * MINUTE_MS, run: repeatedFiling },
  { line: '5.2.6 an image that fills the memory', limitMs: 3 * MINUTE_MS, run: largeImage },
  { line: '5.2.6 images that need most memory', limitMs: 10 * MINUTE_MS, run: demandingImages },
  { line: '6.3.8 the time a rejected sign-in takes', limitMs: 5 * MINUTE_MS, run: loginTiming },
  { line: 'sqlmap on every call', limitMs: 15 * MINUTE_MS, run: sqlmap },
  { line: 'wapiti on panel and calls', limitMs: 20 * MINUTE_MS, run: wapiti },
];
