import { REPORT_ITEM_TYPES } from '@hai-dang/contract/moderation/report-fields.schema.ts';
import { REPORT_REASONS } from '@hai-dang/contract/moderation/reports.schema.ts';
import { z } from 'zod';
import { AVATAR_KINDS, SCENE_KINDS } from '../images/demo-images.ts';
import cannedReplies from './canned-replies.json' with { type: 'json' };
import comments from './comments.json' with { type: 'json' };
import people from './people.json' with { type: 'json' };
import places from './places.json' with { type: 'json' };
import posts from './posts.json' with { type: 'json' };
import reports from './reports.json' with { type: 'json' };
import supportConversations from './support-conversations.json' with { type: 'json' };
import traffic from './traffic.json' with { type: 'json' };
import travelPosts from './travel-posts.json' with { type: 'json' };

const text = z.string().min(1);
const texts = z.array(text).min(1);
const scene = z.enum(SCENE_KINDS);
/** Texts with how often each occurs. */
const weighted = z.record(text, z.number()).transform((weights) => Object.entries(weights));

/** The canned replies of administrators: the shortcut typed after '/', and the text. */
export const CANNED_REPLIES = z.record(text, text).parse(cannedReplies);

export const COMMENTS = texts.parse(comments);

export const PEOPLE = z
  .strictObject({
    /** With their real frequency, in per mille. */
    familyNames: weighted,
    /** A frequent one is there several times. */
    middleNames: z.record(z.enum(AVATAR_KINDS), texts),
    givenNames: z.record(z.enum(AVATAR_KINDS), texts),
    /** Allowed names that are hard to render: an emoji, two writing directions, markup, great length. */
    oddNames: texts,
    bios: texts,
    maritalStatuses: texts,
    /** Wards and their province or city since July 2025, with the number of users in each. */
    wards: weighted,
    streets: texts,
    hometowns: texts,
    foreignNationalities: texts,
  })
  .parse(people);

const topicSchema = z.strictObject({
  category: text,
  titles: texts,
  /** Independent of each other, so that any few of them make a post. */
  sentences: texts,
  tags: texts,
  emojis: texts,
  scenes: z.array(scene).min(1),
});
export type Topic = z.infer<typeof topicSchema>;

/** Feed posts. */
export const POSTS = z
  .strictObject({
    topics: z.array(topicSchema).min(1),
    openings: texts,
    closings: texts,
    /** Allowed posts that are hard to render. */
    oddTexts: texts,
  })
  .parse(posts);

const placeSchema = z.strictObject({
  name: text,
  /** Its name since July 2025. */
  province: text,
  scene,
  /** Sentences specific to this place, independent of each other. */
  notes: texts,
});
export type Place = z.infer<typeof placeSchema>;

/** Real places: the north, then the centre, then the south. */
export const PLACES = z.array(placeSchema).min(1).parse(places);

export const TRAVEL_POSTS = z
  .strictObject({
    /** `{place}` is the place. */
    titles: texts,
    /** Sentences for any place of a type. */
    sceneLines: z.record(scene, texts),
    tips: texts,
    closings: texts,
    /** Words that join sentences into a long story. */
    links: texts,
  })
  .parse(travelPosts);

const complaints = z.record(z.enum(REPORT_REASONS), texts);

export const REPORTS = z
  .strictObject({
    /** How users name the subject of a report. */
    subjectNames: z.record(z.enum(REPORT_ITEM_TYPES).exclude(['User']), text),
    accountComplaints: complaints,
    /** Complaints about a text; `{what}` is its type. */
    contentComplaints: complaints,
    /** Notes of an administrator on a decision. */
    decisionNotes: z.strictObject({ reviewing: texts, resolved: texts, rejected: texts }),
  })
  .parse(reports);

const supportConversationSchema = z.strictObject({
  lines: z.array(z.strictObject({ from: z.enum(['user', 'admin']), text, shows: scene.optional() })).min(1),
  /** Number of the user's last lines that no administrator has read. */
  unread: z.int().optional(),
  /** Number of the administrators' last lines that the user has not read. */
  unseen: z.int().optional(),
});
export type SupportConversation = z.infer<typeof supportConversationSchema>;

/**
 * Conversations of users with the administrators, the oldest line of each first. The first is that of the user whose
 * login is printed.
 */
export const SUPPORT_CONVERSATIONS = z.array(supportConversationSchema).min(1).parse(supportConversations);

export const TRAFFIC = z
  .strictObject({
    /** The questions of users to the administrators, each message by message. */
    questions: z.array(texts).min(1),
    /** The replies of users to an administrator. */
    replies: texts,
  })
  .parse(traffic);
