/** A message as acknowledged to its sender. */
export interface AcknowledgedMessage {
  tempId: string;
  senderId: string;
  userId: string;
  /** Its number among the sender's messages of this conversation. */
  number: number;
  id: string;
  seq: number;
}

/** A report; its description contains the key, and is unique. */
export interface FiledReport {
  description: string;
  /** Set when it is acknowledged. */
  id?: string;
}

/** A decision on a report; its note is unique. */
export interface Decision {
  note: string;
  reportId: string;
  isAcknowledged: boolean;
}

/** An account that is disabled and enabled in turn, each time until the acknowledgement. */
export interface Toggled {
  userId: string;
  isDisabled: boolean;
  acknowledged: number;
}

/** All attempts, by the clients' keys, and their acknowledgements. */
export interface WorkloadLog {
  messages: AcknowledgedMessage[];
  reports: FiledReport[];
  decisions: Decision[];
  toggled: Toggled[];
}

export const emptyLog = (): WorkloadLog => ({ messages: [], reports: [], decisions: [], toggled: [] });

/** Number of acknowledged operations. */
export const countAcknowledged = ({ messages, reports, decisions, toggled }: WorkloadLog): number =>
  messages.length +
  reports.filter(({ id }) => id !== undefined).length +
  decisions.filter(({ isAcknowledged }) => isAcknowledged).length +
  toggled.reduce((sum, { acknowledged }) => sum + acknowledged, 0);
