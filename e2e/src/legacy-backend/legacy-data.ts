/** The data of the legacy backend: its own id format, lists instead of counts, and only the fields that it sends. */
export interface LegacyUser {
  _id: string;
  username: string;
  email: string;
  avatar: string | null;
  xacMinhDanhTinh: boolean;
  /** May be a value that this product does not know. */
  role: string;
  vohieuhoa: boolean;
}

export interface LegacyPost {
  _id: string;
  owner: string;
  title?: string;
  location?: string;
  content: string;
  images: string[];
  createdAt: string;
  likes: string[];
  comments: Array<string | { _id: string; content: string; user: string }>;
}

export interface LegacyReport {
  _id: string;
  reporter: { _id: string; username: string; email: string; avatar: string | null } | string;
  itemType: string;
  reportedItem: string;
  reason: string;
  description: string;
  status: string;
  createdAt: string;
}

/** Messages without a sequence number: they are ordered by time. */
export interface LegacyMessage {
  _id: string;
  owner: string;
  content: string;
  /** May be a value that this product does not know. */
  type: string;
  sender: { _id: string; role: 'user' | 'admin' };
  receiver: string | null;
  createdAt: string;
  read: boolean;
}

export interface LegacyData {
  users: LegacyUser[];
  posts: LegacyPost[];
  travelPosts: LegacyPost[];
  reports: LegacyReport[];
  messages: LegacyMessage[];
}

const USERS = 120;
const POSTS = 7;
const TRAVEL_POSTS = 2;
const REPORTS = 9;
const MESSAGES = 3;

/** 24 hexadecimal digits, the id format of the legacy store. */
const objectId = (kind: number, index: number) => `64f0${kind}`.padEnd(20, '0') + String(index).padStart(4, '0');

/** The user who is online and has written. */
export const CHATTING_USER_ID = objectId(1, 7);

const createdAt = (index: number) => new Date(Date.UTC(2026, 4, 1) - index * 3_600_000).toISOString();

/** Users, newest first; the first one has posts of both kinds. */
export function legacyData(): LegacyData {
  const users = Array.from({ length: USERS }, (_, index) => ({
    _id: objectId(1, index),
    username: `Thành viên ${index + 1}`,
    email: `thanh.vien.${index + 1}@example.com`,
    avatar: null,
    xacMinhDanhTinh: index % 2 === 0,
    role: index === 1 ? 'moderator' : 'user',
    vohieuhoa: index % 10 === 9,
  }));
  const owner = objectId(1, 0);
  const publication = (kind: number, index: number) => ({
    _id: objectId(kind, index),
    owner,
    content: `Nội dung ${index + 1}`,
    images: [],
    createdAt: createdAt(index),
    likes: [objectId(1, 1), objectId(1, 2), objectId(1, 3)],
    comments: [objectId(9, 1), { _id: objectId(9, 2), content: 'Hay', user: objectId(1, 1) }],
  });
  return {
    users,
    posts: Array.from({ length: POSTS }, (_, index) => publication(2, index)),
    travelPosts: Array.from({ length: TRAVEL_POSTS }, (_, index) => ({
      ...publication(3, index),
      title: `Chuyến đi cũ ${index + 1}`,
      location: 'Huế',
    })),
    messages: Array.from({ length: MESSAGES }, (_, index) => {
      const isUser = index % 2 === 0;
      return {
        _id: objectId(5, index),
        owner: CHATTING_USER_ID,
        content: `Tin nhắn cũ ${index + 1}`,
        type: index === 1 ? 'sticker' : 'text',
        sender: {
          _id: isUser ? CHATTING_USER_ID : objectId(0, 0),
          role: isUser ? ('user' as const) : ('admin' as const),
        },
        receiver: isUser ? null : CHATTING_USER_ID,
        createdAt: createdAt(MESSAGES - index),
        read: true,
      };
    }),
    // Some reporters are embedded, others are ids.
    reports: Array.from({ length: REPORTS }, (_, index) => {
      const { _id, username, email, avatar } = users[index + 1] ?? {
        _id: owner,
        username: '',
        email: '',
        avatar: null,
      };
      return {
        _id: objectId(4, index),
        reporter: index % 3 === 2 ? _id : { _id, username, email, avatar },
        itemType: index % 2 === 0 ? 'User' : 'Post',
        reportedItem: index % 2 === 0 ? owner : objectId(2, 0),
        reason: index === 0 ? 'ly_do_cu' : 'spam',
        description: 'Tài khoản này làm phiền nhiều người',
        status: index < 4 ? 'pending' : 'resolved',
        createdAt: createdAt(index),
      };
    }),
  };
}
