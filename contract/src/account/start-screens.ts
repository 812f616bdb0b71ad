/** The screens that may be first after a sign-in; apart from the other preferences, whose schemas a sign-in needs not load. */
export const START_SCREENS = ['dashboard', 'users', 'reports', 'chat'] as const;
export type StartScreen = (typeof START_SCREENS)[number];
