import { ofReport, type Sample, type Samples, type SampleTarget } from '../../testing/sample.ts';

/** A status that an administrator has set a moment ago. */
async function ofRecentAction(target: SampleTarget): Promise<Sample> {
  const { db } = target.database;
  const { report } = await ofReport(target);
  await target.send('POST', `/api/reports/admin/${report.id}`, { body: { status: 'resolved' } });
  const { id, actor_id } = await db
    .selectFrom('moderation_events')
    .select(['id', 'actor_id'])
    .where('report_id', '=', report.id)
    .where('kind', '=', 'status_set')
    .executeTakeFirstOrThrow();
  return { params: { id }, callerId: actor_id ?? '', targetId: report.id };
}

export const recentActionsSamples: Samples = {
  endpoints: {
    listRecentActions: async () => ({ body: { limit: 5 } }),
    undoRecentAction: ofRecentAction,
  },
  events: {
    recent_actions_changed: () => ({}),
  },
  audit: {
    undoRecentAction: {
      action: 'report.status',
      target: 'report',
      before: { status: 'resolved' },
      after: { status: 'pending' },
      again: 409,
    },
  },
};
