import { insertWebhook } from '../../testing/factories.ts';
import type { Sample, Samples, SampleTarget } from '../../testing/sample.ts';

const ofWebhook = async ({ database: { db } }: SampleTarget): Promise<Sample> => ({
  params: { id: (await insertWebhook(db)).id },
});

const WEBHOOK = {
  url: 'https://93.184.215.14/alerts',
  kinds: ['appeal', 'child_safety', 'overdue'],
  isEnabled: true,
};

export const webhooksSamples: Samples = {
  endpoints: {
    listWebhooks: async () => ({}),
    createWebhook: async () => ({ body: { url: 'https://93.184.215.14/alerts', kinds: ['overdue', 'appeal'] } }),
    updateWebhook: async ({ database: { db } }) => {
      const { id, version } = await insertWebhook(db);
      const body = { url: 'https://93.184.215.14/other', kinds: ['child_safety'], isEnabled: false, version };
      return { params: { id }, body };
    },
    renewWebhookSecret: ofWebhook,
    testWebhook: ofWebhook,
    deleteWebhook: ofWebhook,
  },
  events: {
    webhooks_changed: () => ({}),
  },
  stale: {
    updateWebhook: { named: 'Webhook này', body: { kinds: ['appeal'] } },
  },
  audit: {
    createWebhook: {
      action: 'webhook.create',
      target: 'webhook',
      before: null,
      after: { url: 'https://93.184.215.14/alerts', kinds: ['appeal', 'overdue'], isEnabled: true },
      again: null,
    },
    updateWebhook: {
      action: 'webhook.update',
      target: 'webhook',
      before: WEBHOOK,
      after: { url: 'https://93.184.215.14/other', kinds: ['child_safety'], isEnabled: false },
      again: 409,
    },
    renewWebhookSecret: {
      action: 'webhook.renew_secret',
      target: 'webhook',
      before: null,
      after: WEBHOOK,
      again: null,
    },
    testWebhook: { action: 'webhook.test', target: 'webhook', before: null, after: WEBHOOK, again: null },
    deleteWebhook: { action: 'webhook.delete', target: 'webhook', before: WEBHOOK, after: null, again: 404 },
  },
};
