import type { Agent } from '@cairn/workspace/port/records/agents'
import type { Automation } from '@cairn/workspace/port/records/automations'
import type { CatalogueRecord } from '@cairn/workspace/port/records/records'
import type { Solution } from '@cairn/workspace/port/records/solutions'
import type { System } from '@cairn/workspace/port/records/systems'
import { ACCOUNT } from './people.ts'

/** The fields that a test sets; the others have usual values. */
type Told<Item> = Partial<Item> & { name: string }

/** The usual values of the fields that every catalogue has. */
export function plainRecord(status: string): Omit<CatalogueRecord, 'name'> {
  const now = new Date()
  return {
    id: crypto.randomUUID(),
    description: '',
    createdAt: now,
    updatedAt: now,
    ownerId: null,
    accountId: ACCOUNT.id,
    status,
    createdBy: null,
    updatedBy: null,
    version: crypto.randomUUID(),
    fields: {},
    tags: [],
    links: [],
  }
}

/** A system of a test. */
export const system = (told: Told<System>): System => ({ ...plainRecord('active'), details: {}, ...told })

/** An automation of a test. */
export const automation = (told: Told<Automation>): Automation => ({
  ...plainRecord('inactive'),
  source: 'Other',
  webhookUrl: '',
  lastRun: null,
  ...told,
})

/** An agent of a test. */
export const agent = (told: Told<Agent>): Agent => ({
  ...plainRecord('inactive'),
  platform: 'Custom',
  lastUsed: null,
  ...told,
})

/** A solution of a test. */
export const solution = (told: Told<Solution>): Solution => ({
  ...plainRecord('active'),
  useCases: [],
  users: [],
  relatedSystems: [],
  details: {},
  ...told,
})
