import type { ConversationViewer } from '@hai-dang/contract/chat/chat.schema.ts';
import { describe, expect, it } from 'vitest';
import { NO_VIEWER_NEWS, nextViewerNews, tellViewers } from './viewer-announcements.ts';

const viewer = (name: string, isTyping = false): ConversationViewer => ({
  _id: name,
  username: name,
  avatar: null,
  isTyping,
});
const told = (...viewers: ConversationViewer[]) => {
  const { names, doing } = tellViewers(viewers) ?? {};
  return names === undefined ? undefined : `${names} ${doing}`;
};

describe('tellViewers', () => {
  it('names one or two, and counts more', () => {
    expect(told()).toBeUndefined();
    expect(told(viewer('Mai'))).toBe('Mai đang xem');
    expect(told(viewer('Mai'), viewer('Bình'))).toBe('Mai và Bình đang xem');
    expect(told(viewer('Mai'), viewer('Bình'), viewer('Chi'))).toBe('Mai và 2 người khác đang xem');
    expect(told({ _id: 'a', username: ' ', avatar: null, isTyping: false })).toBe('Quản trị viên đang xem');
  });

  it('tells of those who type rather than of those who look on', () => {
    expect(told(viewer('Mai'), viewer('Bình', true))).toBe('Bình đang soạn trả lời...');
    expect(told(viewer('Mai', true), viewer('Bình', true), viewer('Chi'))).toBe('Mai và Bình đang soạn trả lời...');
  });
});

describe('nextViewerNews', () => {
  /** What is read out after each of these has been told. */
  const heard = (...lists: ConversationViewer[][]) => {
    let news = NO_VIEWER_NEWS;
    return lists.map((list) => {
      news = nextViewerNews(news, list);
      return news.text;
    });
  };

  it('reads out who comes, and not who stays or goes', () => {
    expect(heard([viewer('Mai')], [viewer('Mai'), viewer('Bình')], [viewer('Mai')], [])).toEqual([
      'Mai đang xem',
      'Bình đang xem',
      'Bình đang xem',
      '',
    ]);
  });

  it('reads out the first time that somebody types, and again only if they have been away', () => {
    const mai = viewer('Mai');
    const types = viewer('Mai', true);
    expect(heard([mai], [types], [mai], [types], [], [types])).toEqual([
      'Mai đang xem',
      'Mai đang soạn trả lời...',
      'Mai đang soạn trả lời...',
      'Mai đang soạn trả lời...',
      '',
      'Mai đang soạn trả lời...',
    ]);
  });
});
