import { followContent } from '../content/content.realtime.ts';
import { followAppealAssignees } from '../moderation/appeals/appeal-assignees.realtime.ts';
import { followAssignments } from '../moderation/assignments/assignment.realtime.ts';
import { followDecisions } from '../moderation/decisions/decisions.realtime.ts';
import { followReports } from '../moderation/reports/reports.realtime.ts';
import type { Follow } from './realtime-handlers.ts';

/** The socket handlers of reports and of what is reported, loaded with the first query about them. */
export const FOLLOWS: readonly Follow[] = [
  followAssignments,
  followReports,
  followContent,
  followAppealAssignees,
  followDecisions,
];
