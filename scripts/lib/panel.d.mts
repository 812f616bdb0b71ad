export function isPanelFresh(): boolean;
export function buildPanel(): Promise<void>;
