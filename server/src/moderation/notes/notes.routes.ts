import * as endpoints from '@hai-dang/contract/moderation/notes.endpoints.ts';
import type { Mount } from '../../lib/http/mount.ts';
import { createNote } from './create-note.ts';
import { listNotes } from './list-notes.ts';
import { removeNote, restoreNote } from './remove-note.ts';
import { createTag } from './tag-subject.ts';

export function registerNotesRoutes(mount: Mount): void {
  mount(endpoints.createNote, async ({ ctx, params, body }) => ({
    success: true,
    data: await createNote(ctx, params, body),
  }));
  mount(endpoints.createTag, async ({ ctx, params, body }) => ({
    success: true,
    data: await createTag(ctx, params, body),
  }));
  mount(endpoints.listNotes, async ({ ctx, params, body }) => {
    const { notes: data, tags, nextCursor } = await listNotes(ctx, params, body);
    return { success: true, data, tags, pagination: { nextCursor } };
  });
  mount(endpoints.removeNote, async ({ ctx, params }) => ({ success: true, data: await removeNote(ctx, params.id) }));
  mount(endpoints.restoreNote, async ({ ctx, params }) => ({ success: true, data: await restoreNote(ctx, params.id) }));
}
