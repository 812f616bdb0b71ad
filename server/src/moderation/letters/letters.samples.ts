import { insertPolicy } from '../../testing/moderation-factories.ts';
import type { Samples } from '../../testing/sample.ts';

export const lettersSamples: Samples = {
  endpoints: {
    listLetterTemplates: async () => ({ body: { policy: 'spam' } }),
    setLetterTemplate: async ({ database: { db } }) => {
      const { key } = await insertPolicy(db);
      const body = { policy: key, kind: 'warn', text: 'Chào {tên}, xin đọc lại quy tắc {quy tắc}.', version: 0 };
      return { body, targetId: `${key}:warn` };
    },
  },
  events: {
    letter_templates_changed: () => ({}),
  },
  stale: {
    setLetterTemplate: { named: 'Thư mẫu này', body: { text: 'Chào {tên}' } },
  },
  audit: {
    setLetterTemplate: {
      action: 'letter_template.update',
      target: 'letter_template',
      before: { kind: 'warn', text: null },
      after: { kind: 'warn', text: 'Chào {tên}, xin đọc lại quy tắc {quy tắc}.' },
      again: 409,
    },
  },
};
