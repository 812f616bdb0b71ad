import {
  CONTENT_STATES,
  CONTENT_TYPES,
  type ContentState,
  type ContentType,
} from '@hai-dang/contract/content/content.schema.ts';
import { isDay } from '../lib/day.ts';
import { idParam } from '../lib/id-param.ts';
import { cleanTerm } from '../lib/search-term.ts';
import { choiceParam, defineUrlQuery, textParam, type UrlParam } from '../lib/url-query.ts';

/** The query of the content list, stored in the URL; '' and false mean any. */
export interface ContentQuery {
  /** Occurs in title, text or location. */
  readonly q: string;
  readonly itemType: ContentType | '';
  readonly state: ContentState | '';
  readonly authorId: string;
  readonly hasImages: boolean;
  /** Only content with a report that is not closed. */
  readonly isReported: boolean;
  /** Days of publication, yyyy-MM-dd, both included. */
  readonly from: string;
  readonly to: string;
}

export const NO_FILTERS: ContentQuery = {
  q: '',
  itemType: '',
  state: '',
  authorId: '',
  hasImages: false,
  isReported: false,
  from: '',
  to: '',
};

const cleanDay = (text: string): string => (isDay(text) ? text : '');
const flagParam = (name: string): UrlParam<boolean> => ({
  name,
  parse: (text) => text === '1',
  format: (isOn) => (isOn ? '1' : ''),
});

/** The query in the URL: only what is filtered by; unknown values are ignored. */
export const contentListUrl = defineUrlQuery<ContentQuery>({
  q: textParam('q', cleanTerm),
  itemType: choiceParam('type', CONTENT_TYPES),
  state: choiceParam('state', CONTENT_STATES),
  authorId: idParam('author'),
  hasImages: flagParam('images'),
  isReported: flagParam('reported'),
  from: textParam('from', cleanDay),
  to: textParam('to', cleanDay),
});

export const isFiltered = (query: ContentQuery): boolean => contentListUrl.format(query).size > 0;
