import { letterTemplatesChanged } from '@hai-dang/contract/moderation/letters.events.ts';
import { policiesChanged } from '@hai-dang/contract/moderation/policies.events.ts';
import { QueryClient } from '@tanstack/react-query';
import { expect, test, vi } from 'vitest';
import { refetchOn } from './refetch-on.ts';
import { createEventHandlers } from './socket-events.ts';

test('refetchOn: each event and a new connection make the cached queries of the features stale, and nothing after its end', () => {
  const client = new QueryClient();
  const handlers = createEventHandlers();
  const connected = new Set<() => void>();
  const onConnected = (callback: () => void) => {
    connected.add(callback);
    return () => connected.delete(callback);
  };
  const features = ['policies', 'letters', 'settings'];
  function staleAfter(happen: () => void): string[] {
    for (const feature of features) client.setQueryData([feature, 'list'], feature);
    happen();
    return features.filter((feature) => client.getQueryState([feature, 'list'])?.isInvalidated);
  }
  const events = [policiesChanged, letterTemplatesChanged];
  const end = refetchOn(['policies', 'letters'], events)({ on: handlers.on, onConnected }, client);
  for (const { name } of events) {
    expect(staleAfter(() => handlers.deliver(name, { key: 'spam' }))).toEqual(['policies', 'letters']);
  }
  expect(
    staleAfter(() => {
      for (const callback of connected) callback();
    }),
  ).toEqual(['policies', 'letters']);
  end();
  expect(staleAfter(() => handlers.deliver(policiesChanged.name, { key: 'spam' }))).toEqual([]);
  expect(connected.size).toBe(0);
});

test('refetchOn: with a pause, many events cause one fetch at its end, a connection one at once, and none after the end of the handlers', () => {
  vi.useFakeTimers();
  const client = new QueryClient();
  const invalidate = vi.spyOn(client, 'invalidateQueries');
  const handlers = createEventHandlers();
  let connect: () => void = () => undefined;
  const onConnected = (callback: () => void) => {
    connect = callback;
    return () => undefined;
  };
  const end = refetchOn(['policies'], [policiesChanged], 500)({ on: handlers.on, onConnected }, client);
  const receive = () => handlers.deliver(policiesChanged.name, { key: 'spam' });
  receive();
  vi.advanceTimersByTime(499);
  receive();
  expect(invalidate).not.toHaveBeenCalled();
  vi.advanceTimersByTime(501);
  expect(invalidate).toHaveBeenCalledTimes(1);
  connect();
  expect(invalidate).toHaveBeenCalledTimes(2);
  vi.runAllTimers();
  receive();
  end();
  vi.runAllTimers();
  expect(invalidate).toHaveBeenCalledTimes(2);
  vi.useRealTimers();
});
