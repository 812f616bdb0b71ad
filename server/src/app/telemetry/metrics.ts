import type { FastifyInstance } from 'fastify';
import pTimeout from 'p-timeout';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { NodeStream } from '../../lib/cluster/node-stream.ts';
import type { Database } from '../../lib/db/database.ts';
import type { EventObserver } from '../../lib/realtime/dispatch.ts';
import { countUndelivered } from '../../notifications/deliver-notifications.ts';
import type { Retention } from '../jobs/retention.ts';
import type { Realtime } from '../realtime/realtime.ts';
import type { Services } from '../services.ts';

/** Every name of ours begins with it; those of Node and the process have the names that all programs give them. */
const PREFIX = 'hai_dang_';
/** The buckets, in seconds. Most calls take milliseconds; what takes longer than the last is cut off. */
const DURATIONS = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);
/** A scrape waits no longer for the database. */
const COLLECT_TIMEOUT_MS = 1_000;
const MS_IN_SECOND = 1_000;

/** Where metrics are read at a scrape. */
export interface MetricsSources {
  pool: Database['pool'];
  realtime: Pick<Realtime, 'countOpen'>;
  services: Pick<Services, 'app' | 'jobs'>;
  retention: Pick<Retention, 'countPurged'>;
  /** The stream between servers, where there are several. */
  stream: Pick<NodeStream, 'countPending'> | undefined;
}

/**
 * The metrics for Prometheus. Labels come from our own lists alone (routes, events, roles), never from what a client
 * sends, which would have no bound.
 */
export function createMetrics() {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const requests = new Histogram({
    name: `${PREFIX}http_request_duration_seconds`,
    help: 'Requests by route, method and class of status.',
    labelNames: ['route', 'method', 'status'] as const,
    buckets: DURATIONS,
    registers,
  });
  const events = new Counter({
    name: `${PREFIX}socket_events_total`,
    help: 'Events that came over sockets, by name and outcome: handled, rejected, or failed by an error of the server.',
    labelNames: ['event', 'outcome'] as const,
    registers,
  });

  return {
    contentType: registry.contentType,

    /** All metrics in the text format of Prometheus. */
    render: (): Promise<string> => registry.metrics(),

    /** Counts an event of a socket. */
    eventDone: ((event, outcome) => events.inc({ event, outcome })) satisfies EventObserver,

    /** Counts every request of `app`; called before its routes are there. */
    measureRequests(app: FastifyInstance): void {
      app.addHook('onResponse', async ({ method, routeOptions }, { statusCode, elapsedTime }) => {
        const labels = {
          // The pattern, such as /api/admin/users/:id.
          route: routeOptions.url ?? 'none',
          method: METHODS.has(method) ? method : 'other',
          status: `${Math.floor(statusCode / 100)}xx`,
        };
        requests.observe(labels, elapsedTime / MS_IN_SECOND);
      });
    },

    /** Registers metrics that are collected only when Prometheus scrapes. */
    readFrom({ pool, realtime, services, retention, stream }: MetricsSources): void {
      const { app, jobs } = services;
      new Gauge({
        name: `${PREFIX}sockets_open`,
        help: 'Open sockets by the role of their account.',
        labelNames: ['role'] as const,
        registers,
        collect() {
          for (const [role, count] of Object.entries(realtime.countOpen())) this.set({ role }, count);
        },
      });
      new Counter({
        name: `${PREFIX}messages_stored_total`,
        help: 'Chat messages that this process has stored, by type.',
        labelNames: ['type'] as const,
        registers,
        collect() {
          this.reset();
          for (const [type, count] of Object.entries(app.messageSending.countStored())) this.inc({ type }, count);
        },
      });
      new Counter({
        name: `${PREFIX}job_runs_total`,
        help: 'Runs of jobs in this process, by name and outcome; what has failed is tried again.',
        labelNames: ['name', 'outcome'] as const,
        registers,
        collect() {
          this.reset();
          for (const [name, runs] of jobs.countRuns()) {
            for (const outcome of ['completed', 'failed'] as const) this.inc({ name, outcome }, runs[outcome]);
          }
        },
      });
      new Counter({
        name: `${PREFIX}retention_removed_total`,
        help: 'What this process has removed because it was kept long enough, by what it is.',
        labelNames: ['what'] as const,
        registers,
        collect() {
          this.reset();
          for (const [what, count] of Object.entries(retention.countPurged())) this.inc({ what }, count);
        },
      });
      new Gauge({
        name: `${PREFIX}chat_images`,
        help: 'Images being processed, and images that wait for that.',
        labelNames: ['state'] as const,
        registers,
        collect() {
          for (const [state, count] of Object.entries(app.imageProcessor.load())) this.set({ state }, count);
        },
      });
      new Gauge({
        name: `${PREFIX}database_connections`,
        help: 'Connections of the pool by state; waiting: callers who wait for one.',
        labelNames: ['state'] as const,
        registers,
        collect() {
          this.set({ state: 'busy' }, pool.totalCount - pool.idleCount);
          this.set({ state: 'idle' }, pool.idleCount);
          this.set({ state: 'waiting' }, pool.waitingCount);
        },
      });
      new Gauge({
        name: `${PREFIX}cluster_events_waiting`,
        help: 'Events for other servers that Redis has not accepted yet; beyond 10 000 they are dropped.',
        registers,
        collect() {
          this.set(stream?.countPending() ?? 0);
        },
      });
      new Gauge({
        name: `${PREFIX}notification_outbox_entries`,
        help: 'Changes not yet delivered to Firebase, counted up to 10 000; NaN when they cannot be read.',
        registers,
        async collect() {
          if (app.config.hasNotificationSink) this.set(await orNaN(countUndelivered(app.db)));
        },
      });
    },
  };
}
export type Metrics = ReturnType<typeof createMetrics>;

/** A metric that cannot be read in time must not hold up the others. */
const orNaN = (reading: Promise<number>): Promise<number> =>
  pTimeout(reading, { milliseconds: COLLECT_TIMEOUT_MS }).catch(() => Number.NaN);
