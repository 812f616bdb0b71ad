import type { QuickSearchResult } from '@hai-dang/contract/quick-search/quick-search.schema.ts';
import { FileText, Flag, type LucideIcon, MessageCircle, UserRound } from 'lucide-react';
import { contentPath } from '../entities/content-path.ts';
import { conversationPath } from '../entities/conversation-path.ts';
import { itemTypeLabel, reasonLabel } from '../entities/report-labels.ts';
import { statusLabel } from '../entities/report-status.tsx';
import { quickSearchStrings as strings } from './quick-search.strings.ts';
import type { Choice, ChoiceKind } from './recent-choices.ts';

/** A line of the palette. */
export interface PaletteItem extends Choice {
  readonly icon?: LucideIcon | undefined;
  /** A user's; null where there is none. */
  readonly avatar?: string | null;
  readonly isDangerous?: boolean | undefined;
  /** Said before the detail, where the heading does not say it. */
  readonly kindLabel?: string;
  /** The key of an action. */
  readonly keyHint?: string | undefined;
}

export interface PaletteGroup {
  readonly heading: string;
  readonly items: readonly PaletteItem[];
}

/** The icons of what the server finds. */
export const KIND_ICONS: Readonly<Partial<Record<ChoiceKind, LucideIcon>>> = {
  user: UserRound,
  conversation: MessageCircle,
  report: Flag,
  content: FileText,
};

/** They are those of users, who stand above. */
const MOST_CONVERSATIONS = 2;
const LABEL_MAX_CHARS = 120;
const DETAIL_SEPARATOR = ' · ';

const shorten = (text: string): string => {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  return line.length > LABEL_MAX_CHARS ? `${line.slice(0, LABEL_MAX_CHARS).toWellFormed()}…` : line;
};
const firstText = (...texts: ReadonlyArray<string | null>): string => shorten(texts.find((text) => text?.trim()) ?? '');

/** Texts in one line, those that are missing left out. */
export const joinDetails = (...texts: ReadonlyArray<string | null | undefined>): string =>
  texts.filter(Boolean).join(DETAIL_SEPARATOR);

const details = (...texts: ReadonlyArray<string | null | undefined>) => {
  const detail = joinDetails(...texts);
  return detail === '' ? {} : { detail };
};

/** The lines for what the server has found, in groups; of users also their conversations. */
export function foundGroups({ users, reports, content }: QuickSearchResult): readonly PaletteGroup[] {
  const { groups } = strings;
  const ofUsers = users.map(({ _id, username, email, avatar }) => ({
    id: `user:${_id}`,
    kind: 'user' as const,
    label: firstText(username, email, _id),
    ...details(email),
    path: `/admin/users/${encodeURIComponent(_id)}`,
    avatar,
  }));
  const conversations = users
    .filter(({ role }) => role === 'user')
    .slice(0, MOST_CONVERSATIONS)
    .map(({ _id, username, email }) => ({
      id: `conversation:${_id}`,
      kind: 'conversation' as const,
      label: firstText(username, email, _id),
      ...details(email),
      path: conversationPath(_id),
      icon: KIND_ICONS.conversation,
    }));
  const ofReports = reports.map(({ _id, itemType, reason, status, title, ownerName }) => ({
    id: `report:${_id}`,
    kind: 'report' as const,
    label: firstText(title, ownerName, itemTypeLabel(itemType)),
    ...details(
      itemTypeLabel(itemType),
      ownerName === title ? null : ownerName,
      reasonLabel(reason),
      statusLabel(status),
    ),
    path: `/admin/reports/${encodeURIComponent(_id)}`,
    icon: KIND_ICONS.report,
  }));
  const ofContent = content.map(({ _id, itemType, title, excerpt, authorName, state }) => ({
    id: `content:${_id}`,
    kind: 'content' as const,
    label: firstText(title, excerpt, strings.untitled),
    ...details(itemTypeLabel(itemType), authorName, state === 'visible' ? null : strings.contentStates[state]),
    path: contentPath({ itemType, itemId: _id }),
    icon: KIND_ICONS.content,
  }));
  return [
    { heading: groups.users, items: ofUsers },
    { heading: groups.conversations, items: conversations },
    { heading: groups.reports, items: ofReports },
    { heading: groups.content, items: ofContent },
  ];
}
