/** The lists that the figures count, as the screens of other features show them. */
interface Period {
  readonly from: string;
  readonly to: string;
}

const search = (params: Record<string, string>): string => new URLSearchParams(params).toString();

export const links = {
  overdue: '/admin/reports?overdue=1',
  waiting: '/admin/reports?status=pending&sort=oldest',
  appeals: '/admin/appeals',
  filed: ({ from, to }: Period, reason?: string): string =>
    `/admin/reports?${search({ ...(reason ? { reason } : {}), from, to })}`,
  /** The entries of an action in the audit log, of an administrator or all. */
  audited: (action: string, { from, to }: Period, actor?: string): string =>
    `/admin/audit?${search({ ...(actor ? { actor } : {}), action, from, to })}`,
} as const;
