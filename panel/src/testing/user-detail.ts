import type { UserDetail } from '@hai-dang/contract/users/users.schema.ts';
import { SAMPLE_USER } from './samples.ts';

/** Lan's profile, with little but what must be there. */
export const SAMPLE_USER_DETAIL: UserDetail = {
  ...SAMPLE_USER,
  isDisabled: false,
  sdt: null,
  diachi: null,
  sex: null,
  tuoi: null,
  tinhtranghonnhan: null,
  bio: 'Thích biển',
  nationality: null,
  home: null,
  followersCount: 0,
  followingCount: 0,
  postsCount: 0,
  travelPostsCount: 0,
  lastActive: null,
};
