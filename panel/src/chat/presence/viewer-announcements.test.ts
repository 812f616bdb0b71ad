import type { ConversationViewer } from '@hai-dang/contract/chat/chat.schema.ts';
import { describe, expect, it } from 'vitest';
import { NO_ANNOUNCEMENT, nextAnnouncement, summarizeViewers } from './viewer-announcements.ts';

const viewer = (name: string, isTyping = false): ConversationViewer => ({
  _id: name,
  username: name,
  avatar: null,
  isTyping,
});
const summaryOf = (...viewers: ConversationViewer[]) => {
  const { names, doing } = summarizeViewers(viewers) ?? {};
  return names === undefined ? undefined : `${names} ${doing}`;
};

describe('summarizeViewers', () => {
  it('names one or two viewers, and counts more', () => {
    expect(summaryOf()).toBeUndefined();
    expect(summaryOf(viewer('Mai'))).toBe('Mai đang xem');
    expect(summaryOf(viewer('Mai'), viewer('Bình'))).toBe('Mai và Bình đang xem');
    expect(summaryOf(viewer('Mai'), viewer('Bình'), viewer('Chi'))).toBe('Mai và 2 người khác đang xem');
    expect(summaryOf({ _id: 'a', username: ' ', avatar: null, isTyping: false })).toBe('Quản trị viên đang xem');
  });

  it('names those who type, if any', () => {
    expect(summaryOf(viewer('Mai'), viewer('Bình', true))).toBe('Bình đang soạn trả lời...');
    expect(summaryOf(viewer('Mai', true), viewer('Bình', true), viewer('Chi'))).toBe(
      'Mai và Bình đang soạn trả lời...',
    );
  });
});

describe('nextAnnouncement', () => {
  /** The text after each of these lists. */
  const announced = (...lists: ConversationViewer[][]) => {
    let announcement = NO_ANNOUNCEMENT;
    return lists.map((list) => {
      announcement = nextAnnouncement(announcement, list);
      return announcement.text;
    });
  };

  it('announces viewers who join, not those who stay or leave', () => {
    expect(announced([viewer('Mai')], [viewer('Mai'), viewer('Bình')], [viewer('Mai')], [])).toEqual([
      'Mai đang xem',
      'Bình đang xem',
      'Bình đang xem',
      '',
    ]);
  });

  it('announces the first typing of a viewer, and the next only after the viewer has left', () => {
    const mai = viewer('Mai');
    const types = viewer('Mai', true);
    expect(announced([mai], [types], [mai], [types], [], [types])).toEqual([
      'Mai đang xem',
      'Mai đang soạn trả lời...',
      'Mai đang soạn trả lời...',
      'Mai đang soạn trả lời...',
      '',
      'Mai đang soạn trả lời...',
    ]);
  });
});
