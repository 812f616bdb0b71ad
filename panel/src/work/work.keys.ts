/** Query keys of what waits. */
export const workKeys = { all: ['work'] as const };
