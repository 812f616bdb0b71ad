import {
  adminFollowSubjects,
  adminLeaveSubject,
  adminViewSubject,
} from '@hai-dang/contract/moderation/assignments.events.ts';
import type { Dispatcher } from '../../lib/realtime/dispatch.ts';
import type { SubjectViewersService } from './subject-viewers.service.ts';

/** Handles what administrators say of the reports that they look at (the wire contract, Socket). */
export function registerSubjectViewerSockets(
  { handle }: Pick<Dispatcher, 'handle'>,
  subjectViewers: SubjectViewersService,
): void {
  handle(adminViewSubject, async ({ payload, account, socket }) => {
    await subjectViewers.view(payload, account.id, socket);
    return { success: true };
  });

  handle(adminLeaveSubject, ({ payload, socket }) => {
    subjectViewers.leave(payload, socket);
    return { success: true };
  });

  handle(adminFollowSubjects, async ({ socket }) => ({
    success: true,
    subjects: await subjectViewers.follow(socket),
  }));
}
