/** One server's state of the messages that are sent through it. */
export interface MessageSending {
  /** Runs `work` after all that was called before for the same conversation. */
  inOrder<T>(userId: string, work: () => Promise<T>): Promise<T>;
  /** Counts messages that this server has stored. */
  addStored(type: 'text' | 'image', count: number): void;
  /** How many messages this server has stored. */
  countStored(): Readonly<Record<'text' | 'image', number>>;
}
