/** The chat's query keys of what is no endpoint's response. */
export const chatKeys = {
  /** Changes by events since the lists were fetched. */
  live: ['chat', 'live'] as const,
  /** How much work conversations are, by events and responses since the lists were fetched. */
  work: ['chat', 'work'] as const,
  /** The state of a closed conversation until it is opened again. */
  conversation: (userId: string) => ['chat', 'conversation', userId] as const,
};
