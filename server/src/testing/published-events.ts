import type { TestApp } from './build-test-app.ts';

/** An event as it was published: to all administrators, to an account or to a room. */
export interface PublishedEvent {
  readonly to: string;
  readonly name: string;
  readonly payload: unknown;
}

/** Records what an application publishes from now on; its sockets receive it as before. */
export function recordPublished({ realtime: { publisher } }: Pick<TestApp, 'realtime'>): PublishedEvent[] {
  const published: PublishedEvent[] = [];
  const { toAccount, toAdmins, toRoom } = publisher;
  publisher.toAccount = (accountId, event, payload, options) => {
    published.push({ to: accountId, name: event.name, payload });
    toAccount(accountId, event, payload, options);
  };
  publisher.toAdmins = (event, payload, options) => {
    published.push({ to: 'admins', name: event.name, payload });
    toAdmins(event, payload, options);
  };
  publisher.toRoom = (room, event, payload) => {
    published.push({ to: room, name: event.name, payload });
    toRoom(room, event, payload);
  };
  return published;
}
