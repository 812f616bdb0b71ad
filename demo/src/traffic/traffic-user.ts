import { setTimeout as sleep } from 'node:timers/promises';
import type { LoginUserAnswer } from '@hai-dang/contract/auth/auth.schema.ts';
import { TYPING_STOPPED_AFTER_MS } from '@hai-dang/contract/constants.ts';
import { createReport } from '@hai-dang/contract/reports/reports.endpoints.ts';
import type { Random } from '../../../server/src/lib/random.ts';
import { makeComplaint } from '../factories/report-factory.ts';
import { QUESTIONS, REPLIES } from '../texts/traffic-lines.ts';
import { call, Refusal } from '../user/api-client.ts';
import { openChat } from '../user/chat-client.ts';
import { demoUserStrings } from '../user/user.strings.ts';
import { demoTrafficStrings as strings } from './traffic.strings.ts';
import type { DemoPerson } from './traffic-users.ts';

const MINUTE_MS = 60_000;
/** Everybody comes within this time of the beginning. */
const FIRST_COMES_WITHIN_MS = 8_000;
const MEAN_STAY_MS = 2 * MINUTE_MS;
const SHORTEST_STAY_MS = 20_000;
const MEAN_AWAY_MS = 25_000;
const MEAN_BETWEEN_LINES_MS = 20_000;
const THINKS_AT_MOST_MS = 5_000;
const TYPING_PER_CHAR_MS = 70;
const TYPES_AT_MOST_MS = 7_000;
/** Of so many lines that administrators write, one is answered. */
const ANSWERED_SHARE = 0.8;
const FIRST_REPORT_MS = 15_000;
const MEAN_BETWEEN_REPORTS_MS = 4 * MINUTE_MS;
/** Far below what the server takes of one user. */
const REPORTS_AT_MOST = 5;
const LOOKS_EVERY_MS = 250;
/** How long what is on its way may take when somebody leaves for good. */
const LEAVES_WITHIN_MS = 3_000;

interface Options {
  url: string;
  person: DemoPerson;
  signedIn: LoginUserAnswer;
  random: Random;
  /** Nobody else has reported yet: this one does so soon. */
  isFirstReporter: boolean;
  /** How many times faster than life. */
  speed: number;
  say: (line: string) => void;
  /** The end of it. */
  signal: AbortSignal;
}

/** What one user has done. */
export interface LifeCounts {
  messages: number;
  reports: number;
  unsent: number;
}

/** Lives as a user of the app until the signal: comes and goes, asks, answers, reports. */
export async function liveAsDemoUser(options: Options): Promise<LifeCounts> {
  const { url, person, signedIn, random, speed } = options;
  const counts: LifeCounts = { messages: 0, reports: 0, unsent: 0 };
  const { token, user } = signedIn;
  const say = (text: string) => options.say(strings.line(user.username, text));

  const refused = new AbortController();
  const signal = AbortSignal.any([options.signal, refused.signal]);
  const pause = (ms: number) => sleep(ms / speed, undefined, { signal });
  const inTime = (ms: number) => performance.now() + ms / speed;

  let hasToAnswer = false;
  const chat = openChat({
    url,
    token,
    userId: user._id,
    isOffline: true,
    say: () => undefined,
    onReceived: ({ type, content }) => {
      say(strings.heard(type === 'image' ? strings.picture : content));
      hasToAnswer ||= random.chance(ANSWERED_SHARE);
    },
    onRefused: () => {
      say(strings.refused);
      refused.abort();
    },
  });

  const talk: string[] = [];
  function nextLine(): string {
    if (talk.length === 0) talk.push(...random.pick(QUESTIONS));
    return talk.shift() ?? '';
  }

  async function write(text: string): Promise<void> {
    const typedAt = inTime(Math.min(text.length * TYPING_PER_CHAR_MS, TYPES_AT_MOST_MS));
    for (let left = typedAt - performance.now(); left > 0; left = typedAt - performance.now()) {
      chat.type();
      await sleep(Math.min(left, TYPING_STOPPED_AFTER_MS / 2), undefined, { signal });
    }
    chat.write(text);
    counts.messages += 1;
    say(strings.wrote(text));
  }

  let nextReportAt = inTime(options.isFirstReporter ? FIRST_REPORT_MS : random.exponential(MEAN_BETWEEN_REPORTS_MS));
  async function report(): Promise<void> {
    nextReportAt = inTime(random.exponential(MEAN_BETWEEN_REPORTS_MS));
    if (counts.reports === REPORTS_AT_MOST || person.items.length === 0) return;
    const { id, itemType } = random.pick(person.items);
    const { reason, description } = makeComplaint(random, itemType);
    try {
      await call(url, createReport, { reportedItem: id, itemType, reason, description }, token);
      counts.reports += 1;
      say(strings.reported(demoUserStrings.reasonLabels[reason]));
    } catch (error) {
      // It may just have been deleted, or reported enough.
      if (!(error instanceof Refusal)) throw error;
      say(error.message);
    }
  }

  async function stay(): Promise<void> {
    const leavesAt = inTime(SHORTEST_STAY_MS + random.exponential(MEAN_STAY_MS - SHORTEST_STAY_MS));
    let writesAt = inTime(random.fraction() * MEAN_BETWEEN_LINES_MS);
    while (performance.now() < leavesAt) {
      await sleep(LOOKS_EVERY_MS, undefined, { signal });
      if (hasToAnswer) {
        hasToAnswer = false;
        await pause(random.fraction() * THINKS_AT_MOST_MS);
        await write(random.pick(REPLIES));
      } else if (performance.now() >= writesAt) {
        await write(nextLine());
        writesAt = inTime(random.exponential(MEAN_BETWEEN_LINES_MS));
      }
      if (performance.now() >= nextReportAt) await report();
    }
  }

  try {
    await pause(random.fraction() * FIRST_COMES_WITHIN_MS);
    for (;;) {
      chat.goOnline();
      say(strings.came);
      await stay();
      chat.goOffline();
      say(strings.went);
      await pause(random.exponential(MEAN_AWAY_MS));
    }
  } catch (error) {
    if (!signal.aborted) throw error;
  } finally {
    setTimeout(chat.goOffline, LEAVES_WITHIN_MS).unref();
    counts.unsent = await chat.leave();
  }
  counts.messages -= counts.unsent;
  return counts;
}
