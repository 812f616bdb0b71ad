import type { Report } from '@hai-dang/contract/reports/reports.schema.ts';

/** Calls on one report go one after the other, and each knows the version its own forerunner has left. */
const lastCalls = new Map<string, Promise<unknown>>();
const ownVersions = new Map<string, number>();

/** Makes a call on a report once those before it are done. */
export function inTurn<Value>(id: string, call: () => Promise<Value>): Promise<Value> {
  const turn = (lastCalls.get(id) ?? Promise.resolve()).then(call, call);
  lastCalls.set(id, turn);
  const forget = () => {
    if (lastCalls.get(id) === turn) lastCalls.delete(id);
  };
  turn.then(forget, forget);
  return turn;
}

/** The version that a decision on a report as it is shown rests on: one's own changes since then are known. */
export function versionToSend({ _id, version }: Pick<Report, '_id' | 'version'>): number | undefined {
  return version && Math.max(version, ownVersions.get(_id) ?? 0);
}

/** Keeps the version that one's own change has left. */
export function rememberVersion({ _id, version }: Pick<Report, '_id' | 'version'>): void {
  if (version) ownVersions.set(_id, version);
}
