/** A message as its sender was told that it is stored. */
export interface AcknowledgedMessage {
  tempId: string;
  senderId: string;
  userId: string;
  /** The how-manyeth of its sender in this conversation. */
  number: number;
  id: string;
  seq: number;
}

/** A report; its description holds the key, and is like no other's. */
export interface FiledReport {
  description: string;
  /** Set once it is acknowledged. */
  id?: string;
}

/** A decision on a report; its note is like no other's. */
export interface Decision {
  note: string;
  reportId: string;
  isAcknowledged: boolean;
}

/** An account that is disabled and enabled in turn, each time until it is acknowledged. */
export interface Toggled {
  userId: string;
  isDisabled: boolean;
  acknowledged: number;
}

/** All that was attempted, by the clients' own keys, and what of it was acknowledged. */
export interface WorkloadLog {
  messages: AcknowledgedMessage[];
  reports: FiledReport[];
  decisions: Decision[];
  toggled: Toggled[];
}

export const emptyLog = (): WorkloadLog => ({ messages: [], reports: [], decisions: [], toggled: [] });

/** How many operations were acknowledged. */
export const countAcknowledged = ({ messages, reports, decisions, toggled }: WorkloadLog): number =>
  messages.length +
  reports.filter(({ id }) => id !== undefined).length +
  decisions.filter(({ isAcknowledged }) => isAcknowledged).length +
  toggled.reduce((sum, { acknowledged }) => sum + acknowledged, 0);
