import { phrase } from '../../lib/phrase.ts'
import type { CatalogueDescriptor, CataloguePart, CatalogueRecord, RecordInput } from './records.ts'

export const SYSTEM_STATUSES = ['active', 'inactive', 'maintenance', 'deprecated'] as const

type SystemStatus = (typeof SYSTEM_STATUSES)[number]

export const SYSTEM_CATALOGUE = {
  title: phrase('Systems'),
  one: phrase('System'),
  table: 'systems',
  path: '/systems',
  feature: 'systems',
  statuses: SYSTEM_STATUSES,
  order: 'name',
  orders: ['name', 'status', 'owner', 'created'],
  counted: 'active',
  usedBy: ['solutions'],
  fields: { details: phrase('Additional Details'), experts: phrase('System Experts') },
} as const satisfies CatalogueDescriptor

/** A system that the organisation runs. */
export interface System extends CatalogueRecord {
  details: Readonly<Record<string, unknown>>
}

export interface NewSystem extends RecordInput {
  details: Readonly<Record<string, unknown>>
}

export interface SystemChange extends NewSystem {
  status: SystemStatus
}

/** The systems, listed by name. */
export type SystemsPart = CataloguePart<System, NewSystem, SystemChange>
