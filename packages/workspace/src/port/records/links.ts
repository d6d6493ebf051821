import { type Phrase, phrase } from '../../lib/phrase.ts'
import type { LinkPurpose } from './link-purposes.ts'

export const PURPOSE_NAMES: Readonly<Record<LinkPurpose, Phrase>> = {
  docs: phrase('Docs'),
  runbook: phrase('Runbook'),
  dashboard: phrase('Dashboard'),
  chat: phrase('Chat'),
  repository: phrase('Repository'),
  contract: phrase('Contract'),
  vendor: phrase('Vendor'),
  other: phrase('Other'),
}

/** Where more about a record is to be found. The address is http or https; the title may be empty. */
export interface RecordLink {
  purpose: LinkPurpose
  title: string
  url: string
}

export const MAX_LINKS = 20
