import { z } from 'zod';
import type { AppTx } from '../lib/context.ts';
import type { JobKind } from '../lib/jobs/job-runner.ts';
import { announcementChangesStore } from './announcement-changes.store.ts';
import { createOutboxStore, type OutboxEntry, type OutboxStore } from './outbox.store.ts';

/** An outbox of which each administrator's entries go out in their order, in a job of which one runs at a time. */
export interface Outbox {
  readonly store: OutboxStore;
  readonly job: JobKind<{ adminId: string }>;
}

const outboxOf = (table: Parameters<typeof createOutboxStore>[0], name: string): Outbox => ({
  store: createOutboxStore(table),
  job: { name, schema: z.object({ adminId: z.string() }), keyOf: ({ adminId }) => adminId },
});

export const OWN = outboxOf('notification_outbox', 'notifications.deliver');
export const ANNOUNCED = outboxOf('announcement_outbox', 'notifications.deliver-announcements');

/** The job that writes out for each administrator what changes for all. */
export const EXPAND = { name: 'notifications.expand-announcements', schema: z.object({}), keyOf: () => '' };

/** Puts entries in, where there is a second store; they go out once `ctx.tx` is committed. */
export async function addEntries(
  { tx, jobs, config }: AppTx,
  { store, job }: Outbox,
  entries: readonly OutboxEntry[],
): Promise<void> {
  if (entries.length === 0 || !config.hasNotificationSink) return;
  await store.insert(tx, entries);
  const adminIds = new Set(entries.map(({ adminId }) => adminId));
  jobs.enqueueAfter(
    tx,
    job,
    [...adminIds].map((adminId) => ({ adminId })),
  );
}

const entriesOf = (adminId: string, ids: readonly string[]): OutboxEntry[] =>
  ids.map((notificationId) => ({ adminId, notificationId }));

/** The same for an administrator's own notifications that have changed. */
export const addOwn = (ctx: AppTx, adminId: string, ids: readonly string[]): Promise<void> =>
  addEntries(ctx, OWN, entriesOf(adminId, ids));

/** The same for announcements that have changed for one administrator. */
export const addAnnouncements = (ctx: AppTx, adminId: string, ids: readonly string[]): Promise<void> =>
  addEntries(ctx, ANNOUNCED, entriesOf(adminId, ids));

/** The same for announcements that have changed for all of them. */
export async function addAnnouncementsForAll({ tx, jobs, config }: AppTx, ids: readonly string[]): Promise<void> {
  if (ids.length === 0 || !config.hasNotificationSink) return;
  await announcementChangesStore.insertForAll(tx, ids);
  jobs.enqueueAfter(tx, EXPAND, [{}]);
}

/** The same for all that an administrator has from this id on. */
export async function addAnnouncementsFrom({ tx, jobs, config }: AppTx, adminId: string, from: string): Promise<void> {
  if (!config.hasNotificationSink) return;
  await announcementChangesStore.insertFrom(tx, adminId, from);
  jobs.enqueueAfter(tx, EXPAND, [{}]);
}
