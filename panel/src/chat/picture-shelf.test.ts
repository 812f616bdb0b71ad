import { expect, test, vi } from 'vitest';
import { createPictureShelf } from './picture-shelf.ts';

/** A shelf whose pictures have ten bytes each, and come when the test lets them. */
function openShelf(idleMaxBytes = 20) {
  const reads: Array<{ key: string; signal: AbortSignal; end: PromiseWithResolvers<Blob> }> = [];
  const urls = new Set<string>();
  const shelf = createPictureShelf({
    load(key, signal) {
      const end = Promise.withResolvers<Blob>();
      reads.push({ key, signal, end });
      return end.promise;
    },
    idleMaxBytes,
    createUrl() {
      const url = `blob:${reads.length}-${urls.size}`;
      urls.add(url);
      return url;
    },
    revokeUrl: (url) => expect(urls.delete(url)).toBe(true),
  });
  const arrive = async (key: string) => {
    reads.findLast((read) => read.key === key)?.end.resolve(new Blob(['0123456789']));
    await vi.waitFor(() => expect(shelf.has(key)).toBe(true));
  };
  /** Shows a picture until it is there, and then no more. */
  const glance = async (key: string) => {
    const leave = shelf.want(key);
    if (!shelf.has(key)) await arrive(key);
    leave();
  };
  return { shelf, reads, urls, arrive, glance };
}

test('a picture is read once, however many show it', async () => {
  const { shelf, reads, urls, arrive } = openShelf(0);
  const leave = [shelf.want('a'), shelf.want('a')];
  expect(shelf.get('a')).toEqual({ kind: 'loading' });
  await arrive('a');
  expect(reads).toHaveLength(1);
  leave[0]?.();
  expect(shelf.has('a')).toBe(true);
  leave[1]?.();
  expect(shelf.has('a')).toBe(false);
  expect(urls.size).toBe(0);
});

test('of those that nobody shows the last shown are kept, up to the limit', async () => {
  const { shelf, urls, glance } = openShelf(20);
  for (const key of ['a', 'b', 'a', 'c']) await glance(key);
  expect(['a', 'b', 'c'].map(shelf.has)).toEqual([true, false, true]);
  expect(urls.size).toBe(2);
});

test('one that is shown stays, however little room there is', async () => {
  const { shelf, arrive, glance } = openShelf(0);
  shelf.want('a');
  await arrive('a');
  await glance('b');
  expect(['a', 'b'].map(shelf.has)).toEqual([true, false]);
});

test('one that nobody waits for any more is not read to the end', () => {
  const { shelf, reads } = openShelf();
  shelf.want('a')();
  expect(reads[0]?.signal.aborted).toBe(true);
  shelf.want('a');
  expect(reads).toHaveLength(2);
});

test('one that failed says so, and is read again when asked to', async () => {
  const { shelf, reads, arrive } = openShelf();
  const told = vi.fn();
  shelf.subscribe(told);
  shelf.want('a');
  reads[0]?.end.reject(new Error('away'));
  await vi.waitFor(() => expect(shelf.get('a')).toEqual({ kind: 'failed' }));
  expect(told).toHaveBeenCalledTimes(1);
  shelf.retry('a');
  expect(shelf.get('a')).toEqual({ kind: 'loading' });
  await arrive('a');
});

test('nothing is left for the next person', async () => {
  const { shelf, reads, urls, arrive } = openShelf();
  shelf.want('a');
  await arrive('a');
  shelf.want('b');
  shelf.clear();
  expect(urls.size).toBe(0);
  expect(reads[1]?.signal.aborted).toBe(true);
  expect(shelf.get('a')).toEqual({ kind: 'loading' });
});
