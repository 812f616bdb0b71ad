import { choiceParam, defineUrlQuery, textParam } from '../../lib/url-query.ts';

const OTHER_STATES = ['decided'] as const;
/** Which objections are shown: '' means those that wait. */
export type AppealState = '' | (typeof OTHER_STATES)[number];
export const APPEAL_STATES: readonly AppealState[] = ['', ...OTHER_STATES];

/** What the screen shows, stored in the URL. */
export interface AppealsQuery {
  readonly state: AppealState;
  /** The objection in the sheet; '' for none. */
  readonly id: string;
}

export const appealsUrl = defineUrlQuery<AppealsQuery>({
  state: choiceParam('state', OTHER_STATES),
  id: textParam('id', (text) => text.trim()),
});
