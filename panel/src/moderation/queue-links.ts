/** The lists of subjects that wait, each with as many rows as its number says. */
export const queueLinks = {
  /** Overdue ones, the first due first. */
  overdue: '/admin/reports?overdue=1&sort=due&group=1',
  /** Open ones that the administrator handles, the longest waiting first. */
  mine: '/admin/reports?status=open&assignee=me&sort=oldest&group=1',
} as const;
