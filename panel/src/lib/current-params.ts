/**
 * The query of the address as it is by now. What has been drawn may be behind it, since the router draws in its own time: a
 * second choice made meanwhile must not undo the first.
 */
export const currentParams = (): URLSearchParams => new URLSearchParams(window.location.search);
