/** What the older backend keeps: ids of its own kind, lists where ours has counts, and no more than it ever sent. */
export interface OlderUser {
  _id: string;
  username: string;
  email: string;
  avatar: string | null;
  xacMinhDanhTinh: boolean;
  role: 'user' | 'admin';
  vohieuhoa: boolean;
}

export interface OlderPost {
  _id: string;
  owner: string;
  title?: string;
  location?: string;
  content: string;
  images: string[];
  createdAt: string;
  likes: string[];
  comments: string[];
}

export interface OlderReport {
  _id: string;
  reporter: { _id: string; username: string; email: string; avatar: string | null } | string;
  itemType: string;
  reportedItem: string;
  reason: string;
  description: string;
  status: string;
  createdAt: string;
}

export interface OlderData {
  users: OlderUser[];
  posts: OlderPost[];
  travelPosts: OlderPost[];
  reports: OlderReport[];
}

const USERS = 120;
const POSTS = 7;
const TRAVEL_POSTS = 2;
const REPORTS = 9;

/** 24 hexadecimal digits, as the older store makes them. */
const objectId = (kind: number, index: number) => `64f0${kind}`.padEnd(20, '0') + String(index).padStart(4, '0');

const createdAt = (index: number) => new Date(Date.UTC(2026, 4, 1) - index * 3_600_000).toISOString();

/** Users newest first; the first one has posts of both kinds. */
export function olderData(): OlderData {
  const users = Array.from({ length: USERS }, (_, index) => ({
    _id: objectId(1, index),
    username: `Thành viên ${index + 1}`,
    email: `thanh.vien.${index + 1}@example.com`,
    avatar: null,
    xacMinhDanhTinh: index % 2 === 0,
    role: 'user' as const,
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
    comments: [objectId(9, 1)],
  });
  return {
    users,
    posts: Array.from({ length: POSTS }, (_, index) => publication(2, index)),
    travelPosts: Array.from({ length: TRAVEL_POSTS }, (_, index) => ({
      ...publication(3, index),
      title: `Chuyến đi cũ ${index + 1}`,
      location: 'Huế',
    })),
    // It looks some reporters up, and names others by their id.
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
