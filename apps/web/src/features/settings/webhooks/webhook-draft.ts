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

/** A webhook as its form has it. */
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

/** A webhook to begin editing with. */
export function draftOfWebhook({ format, name, url, events, filter }: Webhook): WebhookDraft {
  return { format, name, url, events, filter }
}

/** Whether one of the events is about records, which can be told apart. */
export function isAboutRecords(events: readonly WebhookEvent[]): boolean {
  return events.some((event) => !event.startsWith('member.'))
}

/** Whether the fields that changed can be told apart. */
export function isAboutFields(events: readonly WebhookEvent[]): boolean {
  return events.includes('record.changed')
}

/** What is saved of a draft: without filters that concern none of its events. */
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

/** What is wrong with a draft; nothing where it can be saved. */
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

/** Plain http is for hosts that the operator allows: the server decides. */
function isWebAddress(url: string): boolean {
  return (
    url.length <= WEBHOOK_URL_LENGTH && /^https?:\/\/[^\s/@]+([/?#]\S*)?$/i.test(url) && URL.canParse(url)
  )
}

/** Whether two drafts say the same. The order of what is chosen does not matter. */
export function isSameDraft(one: WebhookDraft, other: WebhookDraft): boolean {
  return textOf(one) === textOf(other)
}

function textOf({ format, name, url, events, filter: { kinds, tags, fields } }: WebhookDraft): string {
  return JSON.stringify([format, name, url, ...[events, kinds, tags, fields].map((list) => [...list].sort())])
}

/** The host of an address, which gives nothing away. */
export function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : url
}
