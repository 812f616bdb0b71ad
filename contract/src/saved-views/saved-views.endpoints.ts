import * as z from 'zod/mini';
import { defineEndpoint } from '../lib/endpoint.ts';
import { acknowledgementSchema, successSchema } from '../lib/envelope.ts';
import { idParamsSchema } from '../lib/fields.ts';
import {
  createSavedViewBodySchema,
  listSavedViewsBodySchema,
  savedViewResponseSchema,
  savedViewSchema,
  updateSavedViewBodySchema,
} from './saved-views.schema.ts';

export const listSavedViews = defineEndpoint({
  name: 'listSavedViews',
  feature: 'saved-views',
  method: 'POST',
  path: '/api/admin/saved-views',
  access: 'admin',
  summary: "The caller's saved views of a list and those that all administrators share, by name",
  mutates: false,
  body: listSavedViewsBodySchema,
  response: successSchema(z.array(savedViewSchema)),
});

export const createSavedView = defineEndpoint({
  name: 'createSavedView',
  feature: 'saved-views',
  method: 'POST',
  path: '/api/admin/saved-views/create',
  access: 'admin',
  summary: 'Save a view of a list, for the caller or for all administrators',
  mutates: true,
  status: 201,
  body: createSavedViewBodySchema,
  response: savedViewResponseSchema,
});

export const updateSavedView = defineEndpoint({
  name: 'updateSavedView',
  feature: 'saved-views',
  method: 'PUT',
  path: '/api/admin/saved-views/:id',
  access: 'admin',
  summary: 'Change a saved view, or share it; a stale version is rejected with the current view',
  mutates: true,
  params: idParamsSchema,
  body: updateSavedViewBodySchema,
  response: savedViewResponseSchema,
});

export const deleteSavedView = defineEndpoint({
  name: 'deleteSavedView',
  feature: 'saved-views',
  method: 'DELETE',
  path: '/api/admin/saved-views/:id',
  access: 'admin',
  summary: 'Delete a saved view',
  mutates: true,
  params: idParamsSchema,
  response: acknowledgementSchema,
});
