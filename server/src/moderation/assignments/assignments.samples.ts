import { ofReport, type Samples } from '../../testing/sample.ts';

export const assignmentsSamples: Samples = {
  endpoints: {
    assignSubject: async (target) => {
      const { subject_id: itemId } = (await ofReport(target)).report;
      return { params: { itemType: 'Post', itemId }, body: { assigneeId: 'me' } };
    },
  },
  events: {
    subject_assigned: () => ({
      itemType: 'Post',
      itemId: 'p1',
      assignee: { _id: 'a1', username: 'Mai', avatar: null, at: '2026-11-21T08:00:00.000Z' },
    }),
    admin_view_subject: () => ({ itemType: 'Post', itemId: 'p1' }),
    admin_leave_subject: () => ({ itemType: 'Post', itemId: 'p1' }),
    admin_follow_subjects: () => ({}),
    subject_viewers: () => ({
      itemType: 'Post',
      itemId: 'p1',
      viewers: [{ _id: 'a1', username: 'Mai', avatar: null }],
    }),
  },
  again: { assignSubject: 200 },
};
