/** What administrators can be alerted of when they are not here: by e-mail, by webhooks and by their browser. */
export const ALERT_KINDS = ['overdue', 'child_safety', 'appeal'] as const;
export type AlertKind = (typeof ALERT_KINDS)[number];

/** What happened, as webhooks get it; beside these there is `test`, which an administrator sends to try a webhook out. */
export type AlertEvent = 'report.overdue' | 'report.child_safety' | 'appeal.created' | 'appeal.overdue';

/** Of a report whose rule has this severity: child safety, as the rules are at first. */
export const CHILD_SAFETY_SEVERITY = 4;
