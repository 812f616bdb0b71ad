/** The filter 'me' is the caller's own id. */
export const withOwnId = <Body extends { assignee?: string | null | undefined }>(
  body: Body,
  { id }: { id: string },
): Body => (body.assignee === 'me' ? { ...body, assignee: id } : body);
