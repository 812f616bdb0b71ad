import { test } from 'vitest';
import { expectAccessible } from '../testing/expect-accessible.ts';
import { renderPanel } from '../testing/render-panel.tsx';
import { Buttons } from './buttons.tsx';
import { Content } from './content.tsx';
import { Fields } from './fields.tsx';
import { Messages } from './messages.tsx';

const SECTIONS = { Buttons, Content, Fields, Messages };

test.each(Object.entries(SECTIONS))('catalogue: %s pass axe in both themes and fit 320 px', async (name, Section) => {
  await renderPanel(<Section />);
  await expectAccessible(name);
});
