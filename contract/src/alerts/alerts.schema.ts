/** The kinds of alerts that reach administrators who are not here: by e-mail, by webhooks and by their browser. */
export const ALERT_KINDS = ['overdue', 'child_safety', 'appeal'] as const;
export type AlertKind = (typeof ALERT_KINDS)[number];

/** The event as webhooks get it; beside these there is `test`, which an administrator sends to try a webhook out. */
export type AlertEvent = 'report.overdue' | 'report.child_safety' | 'appeal.created' | 'appeal.overdue';

/** The severity of a rule whose reports are of child safety, as the rules are at first. */
export const CHILD_SAFETY_SEVERITY = 4;
