import type { Automation, AutomationSource, AutomationStatus } from '../../port/automations.ts'
import { DAY, DEMO_ACCOUNT_ID, HOUR } from './moments.ts'

interface Sample {
  id: string
  name: string
  source: AutomationSource
  description: string
  status: AutomationStatus
  ownerId: string | null
  updatedBy: string
  ranMinutesAgo: number
  connected: string
}

const samples: readonly Sample[] = [
  {
    id: 'demo-automation-1',
    name: 'New lead to sales channel',
    source: 'Zapier',
    description: 'Posts every qualified lead to the channel of the sales team.',
    status: 'active',
    ownerId: 'demo-person-2',
    updatedBy: 'demo-person-2',
    ranMinutesAgo: 12,
    connected: '2023-10-30T09:00:00Z',
  },
  {
    id: 'demo-automation-2',
    name: 'Invoice approval',
    source: 'Power Automate',
    description: 'Asks the owner of the cost centre before an invoice is booked.',
    status: 'active',
    ownerId: 'demo-person-3',
    updatedBy: 'demo-person-3',
    ranMinutesAgo: 2 * HOUR,
    connected: '2023-08-17T14:20:00Z',
  },
  {
    id: 'demo-automation-3',
    name: 'Weekly stock report',
    source: 'Make.com',
    description: 'Collects stock figures and mails them on Monday morning.',
    status: 'inactive',
    ownerId: null,
    updatedBy: 'demo-person-1',
    ranMinutesAgo: 40 * DAY,
    connected: '2023-06-05T07:45:00Z',
  },
]

/** The newest first, each with the distance of its last run instead of the moment. */
export const DEMO_AUTOMATIONS: readonly (Omit<Automation, 'lastRun'> & { ranMinutesAgo: number })[] =
  samples.map(({ connected, ...sample }) => ({
    ...sample,
    webhookUrl: '',
    accountId: DEMO_ACCOUNT_ID,
    createdBy: null,
    createdAt: new Date(connected),
    updatedAt: new Date(connected),
    version: connected,
  }))
