/** A message of a user that is to be announced. */
export interface NewMessage {
  readonly userId: string;
  readonly name: string;
  readonly text: string;
}

/** Decides which messages of users are announced, so that a busy chat stays bearable. */
export interface MessageFilter {
  /** Whether a user's message is announced: the first since the last answer, unless a colleague handles the conversation. */
  take(userId: string): boolean;
  /** An administrator has answered the user. */
  onAnswered(userId: string): void;
  /** Who handles the conversation has changed; null for nobody. */
  onAssigned(userId: string, assigneeId: string | null): void;
  /** The administrator has seen the list of conversations. */
  onSeen(): void;
  /** How many users' messages were announced since then, and are not answered. */
  unseen(): number;
}

/** @param ownId the administrator's own id */
export function createMessageFilter(ownId: string | undefined): MessageFilter {
  const announced = new Set<string>();
  const unseen = new Set<string>();
  const forget = (userId: string): void => {
    announced.delete(userId);
    unseen.delete(userId);
  };
  const ofColleagues = new Set<string>();
  return {
    take(userId) {
      if (ofColleagues.has(userId) || announced.has(userId)) return false;
      announced.add(userId);
      unseen.add(userId);
      return true;
    },
    onAnswered: forget,
    onAssigned(userId, assigneeId) {
      if (assigneeId === null || assigneeId === ownId) ofColleagues.delete(userId);
      else {
        ofColleagues.add(userId);
        forget(userId);
      }
    },
    onSeen: () => unseen.clear(),
    unseen: () => unseen.size,
  };
}
