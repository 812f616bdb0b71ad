import { followContent } from '../content/content.realtime.ts';
import { followAppealAssignees } from '../moderation/appeals/appeal-assignees.realtime.ts';
import { followAssignments } from '../reports/assignment/assignment.realtime.ts';
import { followReports } from '../reports/reports.realtime.ts';
import type { Follow } from './realtime-handlers.ts';

/** The socket handlers of reports and of what is reported, loaded with the first query about them. */
export const FOLLOWS: readonly Follow[] = [followAssignments, followReports, followContent, followAppealAssignees];
