/** A user, and when they were last seen. */
export interface SeenUser {
  id: string;
  at: Date;
}

/** The next `limit` users after a position in the list of the chat; its time is null for one who was never seen. */
export interface OnlinePage {
  after: { id: string; at: Date | null } | null;
  limit: number;
}

export interface OnlineCount {
  total: number;
  verified: number;
}

/** Whether all users who are online are known. */
export interface Known {
  /** True while only this server's users are known, or some servers' may be missing: Redis is away, slow, or was just away. */
  isPartial: boolean;
}

/** Who is online at any server, as use cases ask for it. */
export interface OnlineUsers {
  isOnline(userId: string): Promise<boolean>;
  /** Returns the ids of those who are online. */
  areOnline(userIds: readonly string[]): Promise<Known & { ids: ReadonlySet<string> }>;
  /** A page of those who are listed, the last seen first. */
  newestOnline(page: OnlinePage): Promise<Known & { users: SeenUser[] }>;
  /** How many are online, and how many of them are verified, as the database has them at the time of the call. */
  countOnline(): Promise<Known & OnlineCount>;
  /** Corrects the counts by the accounts that were verified or deleted since. */
  applyChanges(): Promise<void>;
  /** Records that a user has just written. */
  touchLastSeen(userId: string): void;
}
