import { expect, test } from 'vitest';
import { createKeyedSemaphore, createSemaphore } from './semaphore.ts';

const full = () => new Error('full');

/** Work that ends when its gate is opened. */
function gatedWork(names: string[]) {
  const started: string[] = [];
  const gates = new Map(names.map((name) => [name, Promise.withResolvers<void>()]));
  return {
    started,
    work: (name: string) => async () => {
      started.push(name);
      await gates.get(name)?.promise;
      return name;
    },
    open: (name: string) => gates.get(name)?.resolve(),
    fail: (name: string) => gates.get(name)?.reject(new Error(name)),
  };
}

test('run: this many at once, the others in their order', async () => {
  const { started, work, open } = gatedWork(['a', 'b', 'c', 'd']);
  const semaphore = createSemaphore({ concurrency: 2, maxQueue: 2, full });
  const results = ['a', 'b', 'c', 'd'].map((name) => semaphore.run(work(name)));
  expect(semaphore.load()).toEqual({ running: 2, waiting: 2 });
  open('b');
  await results[1];
  await expect.poll(() => started).toEqual(['a', 'b', 'c']);
  for (const name of ['a', 'c', 'd']) open(name);
  expect(await Promise.all(results)).toEqual(['a', 'b', 'c', 'd']);
  await expect.poll(semaphore.load).toEqual({ running: 0, waiting: 0 });
});

test('run: work that fails releases its slot', async () => {
  const { work, open, fail } = gatedWork(['a', 'b']);
  const semaphore = createSemaphore({ concurrency: 1, maxQueue: 1, full });
  const [first, second] = [semaphore.run(work('a')), semaphore.run(work('b'))];
  fail('a');
  await expect(first).rejects.toThrow('a');
  open('b');
  expect(await second).toBe('b');
});

test('run: with too many waiting it is rejected, and its work never starts', async () => {
  const { started, work, open } = gatedWork(['a', 'b', 'c']);
  const semaphore = createSemaphore({ concurrency: 1, maxQueue: 1, full });
  const results = [semaphore.run(work('a')), semaphore.run(work('b'))];
  await expect(semaphore.run(work('c'))).rejects.toThrow('full');
  for (const name of ['a', 'b']) open(name);
  await Promise.all(results);
  expect(started).toEqual(['a', 'b']);
});

test('run of a keyed semaphore: a full key rejects more of it, other keys go on, and an idle key is forgotten', async () => {
  const { started, work, open } = gatedWork(['a', 'b', 'c', 'd']);
  const semaphore = createKeyedSemaphore({ concurrency: 1, maxQueue: 1, full });
  const results = [semaphore.run('one', work('a')), semaphore.run('one', work('b'))];
  await expect(semaphore.run('one', work('c'))).rejects.toThrow('full');
  results.push(semaphore.run('two', work('d')));
  open('d');
  expect(await results[2]).toBe('d');
  expect(started).toEqual(['a', 'd']);
  expect(semaphore.keys()).toBe(1);
  open('a');
  open('b');
  expect(await Promise.all(results)).toEqual(['a', 'b', 'd']);
  expect(semaphore.keys()).toBe(0);
});
