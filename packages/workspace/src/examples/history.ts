import type { HistoryEntry } from '../port/records/history.ts'
import { DAY, HOUR } from './moments.ts'

interface SampleChange extends Pick<HistoryEntry, 'field' | 'before' | 'after'> {
  recordId: string
  /** The ID of a team member. */
  changedBy: string
  minutesAgo: number
}

/** The changes of example records, the latest first. The creation of each record is implied. */
export const DEMO_CHANGES: readonly SampleChange[] = [
  {
    recordId: 'demo-system-crm',
    field: 'description',
    before: 'Customer relationship management.',
    after: 'Customer relationship management: accounts, contacts and the sales pipeline.',
    changedBy: 'demo-person-2',
    minutesAgo: 2 * HOUR,
  },
  {
    recordId: 'demo-system-crm',
    field: 'details',
    before: { category: 'CRM', environments: ['production'] },
    after: { category: 'CRM', environments: ['production', 'sandbox'], signIn: 'single sign-on' },
    changedBy: 'demo-person-4',
    minutesAgo: 6 * DAY,
  },
  {
    recordId: 'demo-system-itsm',
    field: 'experts',
    before: null,
    after: { id: 'demo-person-5', name: 'Eli Specimen' },
    changedBy: 'demo-person-1',
    minutesAgo: 5 * DAY,
  },
  {
    recordId: 'demo-solution-1',
    field: 'automations',
    before: null,
    after: { id: 'demo-automation-1', name: 'New lead to sales channel' },
    changedBy: 'demo-person-2',
    minutesAgo: 8 * DAY,
  },
  {
    recordId: 'demo-agent-1',
    field: 'status',
    before: 'training',
    after: 'active',
    changedBy: 'demo-person-1',
    minutesAgo: DAY,
  },
  {
    recordId: 'demo-automation-1',
    field: 'status',
    before: 'inactive',
    after: 'active',
    changedBy: 'demo-person-2',
    minutesAgo: 12,
  },
]
