import { phrase } from '../../lib/phrase.ts'
import type { CatalogueDescriptor, CataloguePart, CatalogueRecord, RecordInput } from './records.ts'

export const AUTOMATION_SOURCES = ['Zapier', 'Make.com', 'Power Automate', 'Other'] as const
export type AutomationSource = (typeof AUTOMATION_SOURCES)[number]

export const AUTOMATION_STATUSES = ['active', 'inactive'] as const
export type AutomationStatus = (typeof AUTOMATION_STATUSES)[number]

export const AUTOMATION_CATALOGUE = {
  title: phrase('Automations'),
  one: phrase('Automation'),
  table: 'automations',
  path: '/automations',
  feature: 'automations',
  statuses: AUTOMATION_STATUSES,
  order: 'newest',
  orders: ['name', 'source', 'lastRun', 'owner', 'lastPublisher', 'status'],
  counted: 'active',
  usedBy: ['solutions'],
  fields: {
    source: phrase('Source'),
    webhook_url: phrase('Webhook URL'),
    experts: phrase('Automation Experts'),
  },
} as const satisfies CatalogueDescriptor

/** A flow that connects tools. `source` is as stored, like `status`. */
export interface Automation extends CatalogueRecord {
  source: string
  /** Empty without one. */
  webhookUrl: string
  /** Null for one that has never run. */
  lastRun: Date | null
}

/** A new one is inactive. */
export interface NewAutomation extends RecordInput {
  source: AutomationSource
  webhookUrl: string
}

export interface AutomationChange extends NewAutomation {
  status: AutomationStatus
}

/** The automations, the newest first. */
export type AutomationsPart = CataloguePart<Automation, NewAutomation, AutomationChange>
