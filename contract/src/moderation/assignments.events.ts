import * as z from 'zod/mini';
import { acknowledgementSchema, succeededSchema } from '../lib/envelope.ts';
import { defineEvent } from '../lib/event.ts';
import { assigneeSchema, subjectViewerSchema } from './assignments.schema.ts';
import { subjectRefSchema } from './subjects.schema.ts';

export const subjectAssigned = defineEvent({
  name: 'subject_assigned',
  direction: 'toClient',
  audience: 'admins',
  summary: 'An administrator handles a subject from now on, or nobody does (ours)',
  payload: z.object({ ...subjectRefSchema.shape, assignee: assigneeSchema }),
});

const viewedSubjectSchema = z.object({ ...subjectRefSchema.shape, viewers: z.array(subjectViewerSchema) });

export const adminViewSubject = defineEvent({
  name: 'admin_view_subject',
  direction: 'toServer',
  access: 'admin',
  summary: 'Have a report of this subject open, and of no other from now on (ours)',
  payload: subjectRefSchema,
  ack: acknowledgementSchema,
});

export const adminLeaveSubject = defineEvent({
  name: 'admin_leave_subject',
  direction: 'toServer',
  access: 'admin',
  summary: 'Have no report of this subject open any more (ours)',
  payload: subjectRefSchema,
  ack: acknowledgementSchema,
});

export const adminFollowSubjects = defineEvent({
  name: 'admin_follow_subjects',
  direction: 'toServer',
  access: 'admin',
  summary: 'Receive who has which subject open: what there is now, then each change (ours)',
  payload: z.unknown(),
  ack: z.object({ success: succeededSchema, subjects: z.array(viewedSubjectSchema) }),
});

export const subjectViewers = defineEvent({
  name: 'subject_viewers',
  direction: 'toClient',
  audience: 'room',
  summary: 'Which administrators have a report of a subject open now; to those who follow (ours)',
  payload: viewedSubjectSchema,
});
