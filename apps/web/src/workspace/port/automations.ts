import type { CataloguePart, CatalogueRecord, RecordInput } from './records.ts'

export const AUTOMATION_SOURCES = ['Zapier', 'Make.com', 'Power Automate', 'Other'] as const
export type AutomationSource = (typeof AUTOMATION_SOURCES)[number]

export const AUTOMATION_STATUSES = ['active', 'inactive'] as const
export type AutomationStatus = (typeof AUTOMATION_STATUSES)[number]

/** A flow that connects tools. `source` is as stored, like `status`. */
export interface Automation extends CatalogueRecord {
  source: string
  /** Empty without one. */
  webhookUrl: string
  /** Null for one that has never run. */
  lastRun: Date | null
  /** Who changed it last: its last publisher. */
  updatedBy: string | null
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
export interface AutomationsPart extends CataloguePart<Automation, NewAutomation, AutomationChange> {
  setStatus(id: string, status: AutomationStatus): Promise<Automation>
}
