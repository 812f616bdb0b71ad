import { idParam } from '../../lib/id-param.ts';
import { choiceParam, defineUrlQuery } from '../../lib/url-query.ts';

const OTHER_STATES = ['decided'] as const;
/** The state of the appeals that are shown: '' means those that wait. */
export type AppealState = '' | (typeof OTHER_STATES)[number];
export const APPEAL_STATES: readonly AppealState[] = ['', ...OTHER_STATES];

/** The filter of a list of appeals. */
export interface AppealsFilter {
  readonly state: AppealState;
  /** Who handles the subjects of those that wait: 'me', 'none' or an id; '' for any. */
  readonly assignee: string;
}

/** The state of the screen, stored in the URL. */
export interface AppealsQuery extends AppealsFilter {
  /** The appeal in the sheet; '' for none. */
  readonly id: string;
}

export const appealsUrl = defineUrlQuery<AppealsQuery>({
  state: choiceParam('state', OTHER_STATES),
  assignee: idParam('assignee'),
  id: idParam('id'),
});
