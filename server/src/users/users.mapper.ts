import type { UserDetail, UserSummary } from '@hai-dang/contract/users/users.schema.ts';
import type { UserSummaryRow } from './users.listing.store.ts';
import type { UserDetailRow } from './users.store.ts';

/** A list row as it crosses the wire: an allow-list, under the specification's names. */
export const toUserSummary = (row: UserSummaryRow): UserSummary => ({
  _id: row.id,
  username: row.username,
  email: row.email,
  avatar: row.avatar_url,
  xacMinhDanhTinh: row.is_verified,
  role: row.role === 'admin' ? 'admin' : 'user',
  vohieuhoa: row.is_disabled,
  disabledUntil: row.disabled_until?.toISOString() ?? null,
  createdAt: row.created_at.toISOString(),
  lastActive: row.last_seen_at?.toISOString() ?? null,
});

/** A profile as it crosses the wire. */
export const toUserDetail = (row: UserDetailRow): UserDetail => ({
  ...toUserSummary(row),
  isDisabled: row.is_disabled,
  sdt: row.phone,
  diachi: row.postal_address,
  sex: row.gender,
  tuoi: row.age,
  tinhtranghonnhan: row.marital_status,
  bio: row.bio,
  nationality: row.nationality,
  home: row.hometown,
  followersCount: row.followers_count,
  followingCount: row.following_count,
  postsCount: row.posts_count,
  travelPostsCount: row.travel_posts_count,
  lastActive: row.last_seen_at?.toISOString() ?? null,
});
