/** The id of the element that shows a decision in the history of a report. */
export const historyIdOf = (decisionId: string): string => `history-${decisionId}`;
