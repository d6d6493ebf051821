import { type Phrase, phrase } from '@cairn/workspace/lib/phrase'
import {
  WEBHOOK_NAME_LENGTH,
  WEBHOOK_URL_LENGTH,
  type Webhook,
  type WebhookEvent,
  type WebhookFilter,
  type WebhookFormat,
  type WebhookSettings,
} from '@cairn/workspace/port/webhooks'

/** A webhook in its form. */
export interface WebhookDraft extends WebhookSettings {
  format: WebhookFormat
}

const NO_FILTER: WebhookFilter = { kinds: [], tags: [], fields: [] }

export const NEW_WEBHOOK: WebhookDraft = {
  format: 'standard',
  name: '',
  url: '',
  events: [],
  filter: NO_FILTER,
}

/** Returns the draft for editing a webhook. */
export function draftOfWebhook({ format, name, url, events, filter }: Webhook): WebhookDraft {
  return { format, name, url, events, filter }
}

/** Whether one of the events is about records, which can be filtered. */
export function isAboutRecords(events: readonly WebhookEvent[]): boolean {
  return events.some((event) => !event.startsWith('member.'))
}

/** Whether changes can be filtered by their fields. */
export function isAboutFields(events: readonly WebhookEvent[]): boolean {
  return events.includes('record.changed')
}

/** Returns the settings to save from a draft: without filters that concern none of its events. */
export function settingsOfDraft({ name, url, events, filter }: WebhookDraft): WebhookSettings {
  const kept = isAboutRecords(events) ? filter : NO_FILTER
  return {
    name: name.trim(),
    url: url.trim(),
    events,
    filter: isAboutFields(events) ? kept : { ...kept, fields: [] },
  }
}

export type DraftProblems = Partial<Record<'name' | 'url' | 'events', Phrase>>

/** Returns the problems of a draft; none where it can be saved. */
export function problemsOf(draft: WebhookDraft): DraftProblems {
  const { name, url, events } = settingsOfDraft(draft)
  return {
    ...((name === '' || name.length > WEBHOOK_NAME_LENGTH) && {
      name: phrase('A webhook needs a name of at most 100 characters.'),
    }),
    ...(!isWebAddress(url) && { url: phrase('Enter a whole address that begins with https://.') }),
    ...(events.length === 0 && { events: phrase('Choose at least one event.') }),
  }
}

/** Allows http too: plain http is for hosts that the operator allows, and the server decides. */
function isWebAddress(url: string): boolean {
  return (
    url.length <= WEBHOOK_URL_LENGTH && /^https?:\/\/[^\s/@]+([/?#]\S*)?$/i.test(url) && URL.canParse(url)
  )
}

/** Whether two drafts have the same settings, whatever the order of the chosen values. */
export function isSameDraft(one: WebhookDraft, other: WebhookDraft): boolean {
  return textOf(one) === textOf(other)
}

function textOf({ format, name, url, events, filter: { kinds, tags, fields } }: WebhookDraft): string {
  return JSON.stringify([format, name, url, ...[events, kinds, tags, fields].map((list) => [...list].sort())])
}

/** Returns the host of a URL, which contains no secret. */
export function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : url
}
