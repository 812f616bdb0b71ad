import config from '../vitest.config.ts';

const unit = config.test.projects.find(({ test }) => test?.name === 'unit').test;

/** The unit tests of what is mutated; others reach it too, say less of it and take longer. */
const include = [
  'contract/src/moderation/*.test.ts',
  'server/src/moderation/subjects/apply-event*.test.ts',
  'panel/src/chat/conversation/conversation-{state,past}.test.ts',
  'panel/src/chat/outbox/outbox{,-entries,-order,-outcome}.test.ts',
];

export default { test: { projects: [{ test: { ...unit, include } }] } };
