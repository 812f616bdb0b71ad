/** Query key of the settings of moderation. */
export const settingsKeys = { all: ['moderation-settings'] as const };
