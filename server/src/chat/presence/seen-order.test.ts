import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createSeenOrder } from './seen-order.ts';

const userArbitrary = fc.record({ id: fc.constantFrom('a', 'b', 'c', 'd', 'e'), at: fc.integer({ min: 0, max: 3 }) });

test('createSeenOrder: pages are those of a sorted list, after any position', () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(userArbitrary, { selector: ({ id }) => id }),
      fc.option(userArbitrary),
      fc.integer({ min: 1, max: 6 }),
      (users, after, limit) => {
        const order = createSeenOrder();
        for (const { id, at } of users) order.add({ id, at: new Date(at) });
        const isAfter = ({ id, at }: { id: string; at: number }) =>
          !after || at < after.at || (at === after.at && id < after.id);
        const expected = users
          .filter(isAfter)
          .toSorted((x, y) => y.at - x.at || (x.id < y.id ? 1 : -1))
          .slice(0, limit);
        const page = order.page({ after: after && { id: after.id, at: new Date(after.at) }, limit });
        expect(page.map(({ id, at }) => ({ id, at: at.getTime() }))).toEqual(expected);
        const [first] = users;
        if (first) order.remove({ id: first.id, at: new Date(first.at) });
        order.remove({ id: 'nobody', at: new Date(1) });
        expect(order.size()).toBe(Math.max(0, users.length - 1));
      },
    ),
  );
});
