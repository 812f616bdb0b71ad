import { expect, test } from 'vitest';
import { decideBodySchema } from './decisions.schema.ts';

test('decideBodySchema: an action that is sent twice is kept once', () => {
  const body = {
    subject: { itemType: 'Post', itemId: 'p1' },
    outcome: 'violation',
    policy: 'spam',
    actions: ['warn', 'takedown', 'warn', 'warn'],
    version: 1,
  };
  const { actions } = decideBodySchema.parse(body);
  expect(actions.toSorted()).toEqual(['takedown', 'warn']);
});
