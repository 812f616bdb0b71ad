import type { Report } from '@hai-dang/contract/reports/reports.schema.ts';

/** Calls on one report go one after the other, and each knows the version its own forerunner has left. */
const lastCalls = new Map<string, Promise<unknown>>();
/** A forgotten one costs a question: the change is then taken for another administrator's. */
const OWN_VERSIONS_KEPT = 500;
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

/** The version that a decision on a report as it is shown rests on: one's own changes since then are known; 0 for none. */
export function versionToSend({ _id, version }: Pick<Report, '_id' | 'version'>): number {
  return version && Math.max(version, ownVersions.get(_id) ?? 0);
}

/** Keeps the version that one's own change has left. */
export function rememberVersion({ _id, version }: Pick<Report, '_id' | 'version'>): void {
  if (!version) return;
  ownVersions.delete(_id);
  ownVersions.set(_id, version);
  const [oldest] = ownVersions.keys();
  if (ownVersions.size > OWN_VERSIONS_KEPT && oldest !== undefined) ownVersions.delete(oldest);
}

/** Whether another administrator has changed a report since it looked like `seen`. */
export function isChangedByOther(seen: Report, now: Report | undefined): boolean {
  // The event of one's own change may come before the response.
  if (now === undefined || lastCalls.has(now._id)) return false;
  return now.version > versionToSend(seen);
}
