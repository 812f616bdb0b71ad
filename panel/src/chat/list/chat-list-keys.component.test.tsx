import { listChatUsers } from '@hai-dang/contract/chat/chat.endpoints.ts';
import { testListKeys } from '../../testing/list-keys.tsx';
import { respondTo } from '../../testing/responses.ts';
import { SAMPLE_CHAT_USER } from '../../testing/samples.ts';
import { ChatScreen } from '../chat-screen.tsx';

const TIME = '2026-11-21T00:00:00.000Z';

testListKeys('ChatScreen', {
  // As high as a window: only rows in sight are rendered.
  render: () => (
    <div className="flex h-dvh">
      <ChatScreen account={() => null} />
    </div>
  ),
  path: '/admin/chat',
  respond: () =>
    respondTo(listChatUsers, () => ({
      success: true,
      data: {
        users: ['lan', 'mai', 'hoa'].map((_id) => ({ ...SAMPLE_CHAT_USER, _id })),
        statistics: { totalOnline: 0, verifiedCount: 0, normalUserCount: 0 },
        timestamp: TIME,
        nextCursor: null,
        isRanked: false,
      },
    })),
  row: '[data-chat-user]',
});
