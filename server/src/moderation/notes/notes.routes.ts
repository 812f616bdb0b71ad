import {
  createNote,
  createTag,
  listNotes,
  removeNote,
  restoreNote,
} from '@hai-dang/contract/moderation/notes.endpoints.ts';
import type { Mount } from '../../lib/http/mount.ts';
import type { NotesService } from './notes.service.ts';

export function registerNotesRoutes(mount: Mount, notes: NotesService): void {
  mount(createNote, async ({ params, body, caller }) => ({
    success: true,
    data: await notes.createNote(params, body, caller),
  }));
  mount(createTag, async ({ params, body, caller }) => ({
    success: true,
    data: await notes.createTag(params, body, caller),
  }));
  mount(listNotes, async ({ params, body }) => {
    const { notes: data, tags, nextCursor } = await notes.listNotes(params, body);
    return { success: true, data, tags, pagination: { nextCursor } };
  });
  mount(removeNote, async ({ params, caller }) => ({ success: true, data: await notes.removeNote(params.id, caller) }));
  mount(restoreNote, async ({ params, caller }) => ({
    success: true,
    data: await notes.restoreNote(params.id, caller),
  }));
}
