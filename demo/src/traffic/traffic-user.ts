import { setTimeout as sleep } from 'node:timers/promises';
import type { LoginUserResponse } from '@hai-dang/contract/auth/auth.schema.ts';
import { TYPING_IDLE_MS } from '@hai-dang/contract/constants.ts';
import { MINUTE_MS } from '@hai-dang/contract/lib/durations.ts';
import { createReport } from '@hai-dang/contract/moderation/reports.endpoints.ts';
import type { Random } from '../../../server/src/lib/random.ts';
import { makeComplaint } from '../factories/report-factory.ts';
import { TRAFFIC } from '../texts/texts.ts';
import { ApiError, call } from '../user/api-client.ts';
import { openChat } from '../user/chat-client.ts';
import { userStrings } from '../user/user.strings.ts';
import { trafficStrings as strings } from './traffic.strings.ts';
import type { DemoUser } from './traffic-users.ts';

/** Every user connects within this time of the start. */
const FIRST_CONNECTION_MAX_MS = 8_000;
const MEAN_ONLINE_MS = 2 * MINUTE_MS;
const ONLINE_MIN_MS = 20_000;
const MEAN_OFFLINE_MS = 25_000;
const MEAN_BETWEEN_MESSAGES_MS = 20_000;
const REPLY_DELAY_MAX_MS = 5_000;
const TYPING_PER_CHAR_MS = 70;
const TYPING_MAX_MS = 7_000;
/** The share of administrators' messages that get a reply. */
const REPLY_SHARE = 0.8;
const FIRST_REPORT_MS = 15_000;
const MEAN_BETWEEN_REPORTS_MS = 4 * MINUTE_MS;
/** Far below the server's limit for one user. */
const REPORTS_MAX = 5;
const STEP_MS = 250;
/** Time limit for messages in flight at the end. */
const LEAVE_TIMEOUT_MS = 3_000;

interface Options {
  url: string;
  demoUser: DemoUser;
  signedIn: LoginUserResponse;
  random: Random;
  /** True for the first user: files a report soon after the start. */
  isFirstReporter: boolean;
  /** How many times faster than real users. */
  speed: number;
  print: (line: string) => void;
  /** Ends it. */
  signal: AbortSignal;
}

/** The counts of one user. */
interface ActivityCounts {
  messages: number;
  reports: number;
  unsent: number;
}

/** Acts like an app user until the signal: connects and disconnects, asks, replies, reports. */
export async function simulateUser(options: Options): Promise<ActivityCounts> {
  const { url, demoUser, signedIn, random, speed } = options;
  const counts: ActivityCounts = { messages: 0, reports: 0, unsent: 0 };
  const { token, user } = signedIn;
  const print = (text: string) => options.print(strings.line(user.username, text));

  const rejected = new AbortController();
  const signal = AbortSignal.any([options.signal, rejected.signal]);
  const pause = (ms: number) => sleep(ms / speed, undefined, { signal });
  const timeAfter = (ms: number) => performance.now() + ms / speed;

  let hasToReply = false;
  const chat = openChat({
    url,
    token,
    userId: user._id,
    isOffline: true,
    print: () => undefined,
    onReceived: ({ type, content }) => {
      print(strings.received(type === 'image' ? strings.image : content));
      hasToReply ||= random.chance(REPLY_SHARE);
    },
    onRejected: () => {
      print(strings.rejected);
      rejected.abort();
    },
  });

  const questions: string[] = [];
  function nextQuestion(): string {
    if (questions.length === 0) questions.push(...random.pick(TRAFFIC.questions));
    return questions.shift() ?? '';
  }

  async function write(text: string): Promise<void> {
    const typedAt = timeAfter(Math.min(text.length * TYPING_PER_CHAR_MS, TYPING_MAX_MS));
    for (let left = typedAt - performance.now(); left > 0; left = typedAt - performance.now()) {
      chat.type();
      await sleep(Math.min(left, TYPING_IDLE_MS / 2), undefined, { signal });
    }
    chat.write(text);
    counts.messages += 1;
    print(strings.sent(text));
  }

  let nextReportAt = timeAfter(options.isFirstReporter ? FIRST_REPORT_MS : random.exponential(MEAN_BETWEEN_REPORTS_MS));
  async function report(): Promise<void> {
    nextReportAt = timeAfter(random.exponential(MEAN_BETWEEN_REPORTS_MS));
    if (counts.reports === REPORTS_MAX || demoUser.subjects.length === 0) return;
    const { id, itemType } = random.pick(demoUser.subjects);
    const { reason, description } = makeComplaint(random, itemType);
    try {
      await call(url, createReport, { reportedItem: id, itemType, reason, description }, token);
      counts.reports += 1;
      print(strings.reported(userStrings.reasonLabels[reason]));
    } catch (error) {
      // The subject may be deleted by now, or this user may have reached the report limit.
      if (!(error instanceof ApiError)) throw error;
      print(error.message);
    }
  }

  async function stayOnline(): Promise<void> {
    const endsAt = timeAfter(ONLINE_MIN_MS + random.exponential(MEAN_ONLINE_MS - ONLINE_MIN_MS));
    let writesAt = timeAfter(random.fraction() * MEAN_BETWEEN_MESSAGES_MS);
    while (performance.now() < endsAt) {
      await sleep(STEP_MS, undefined, { signal });
      if (hasToReply) {
        hasToReply = false;
        await pause(random.fraction() * REPLY_DELAY_MAX_MS);
        await write(random.pick(TRAFFIC.replies));
      } else if (performance.now() >= writesAt) {
        await write(nextQuestion());
        writesAt = timeAfter(random.exponential(MEAN_BETWEEN_MESSAGES_MS));
      }
      if (performance.now() >= nextReportAt) await report();
    }
  }

  try {
    await pause(random.fraction() * FIRST_CONNECTION_MAX_MS);
    for (;;) {
      chat.goOnline();
      print(strings.connected);
      await stayOnline();
      chat.goOffline();
      print(strings.disconnected);
      await pause(random.exponential(MEAN_OFFLINE_MS));
    }
  } catch (error) {
    if (!signal.aborted) throw error;
  } finally {
    // A message that was written just before the user went offline is still to be sent.
    if (chat.hasPending()) chat.goOnline();
    setTimeout(chat.goOffline, LEAVE_TIMEOUT_MS).unref();
    counts.unsent = await chat.leave();
  }
  counts.messages -= counts.unsent;
  return counts;
}
