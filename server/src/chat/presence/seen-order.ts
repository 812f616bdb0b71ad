import type { OnlinePage, SeenUser } from '../../lib/realtime/online-users.ts';

interface Position {
  id: string;
  at: number;
}

/**
 * Users in the order of the list of the chat: the last seen first, of those seen at the same time the greatest id. In
 * memory, the last seen at the end, where most of them are added.
 */
export function createSeenOrder() {
  const ascending: Position[] = [];

  /** The index of the first one that does not come before a position. */
  function indexOf(position: Position): number {
    let [from, to] = [0, ascending.length];
    while (from < to) {
      const middle = (from + to) >> 1;
      const one = ascending[middle];
      if (one && isBefore(one, position)) from = middle + 1;
      else to = middle;
    }
    return from;
  }

  return {
    add({ id, at }: SeenUser): void {
      const position = { id, at: at.getTime() };
      ascending.splice(indexOf(position), 0, position);
    },

    /** Nothing happens where there is no such entry. */
    remove({ id, at }: SeenUser): void {
      const index = indexOf({ id, at: at.getTime() });
      if (ascending[index]?.id === id) ascending.splice(index, 1);
    },

    page({ after, limit }: OnlinePage): SeenUser[] {
      const end = after
        ? indexOf({ id: after.id, at: after.at?.getTime() ?? Number.NEGATIVE_INFINITY })
        : ascending.length;
      return ascending
        .slice(Math.max(0, end - limit), end)
        .reverse()
        .map(({ id, at }) => ({ id, at: new Date(at) }));
    },

    size: (): number => ascending.length,
    clear: (): void => void ascending.splice(0),
  };
}

const isBefore = (one: Position, other: Position): boolean =>
  one.at === other.at ? one.id < other.id : one.at < other.at;
