import type { Automation, AutomationSource, AutomationStatus } from '../port/records/automations.ts'
import { DAY, HOUR, minutesAgo } from './moments.ts'
import { PLAIN, registeredAt, type Sample } from './registered.ts'

interface AutomationSample extends Omit<Sample<Automation>, 'lastRun' | 'webhookUrl'> {
  source: AutomationSource
  status: AutomationStatus
  ranMinutesAgo: number
}

const samples: readonly AutomationSample[] = [
  {
    id: 'demo-automation-1',
    name: 'New lead to sales channel',
    source: 'Zapier',
    description: 'Posts every qualified lead to the channel of the sales team.',
    status: 'active',
    ownerId: 'demo-person-2',
    updatedBy: 'demo-person-2',
    ranMinutesAgo: 12,
    registered: '2023-10-30T09:00:00Z',
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
    registered: '2023-08-17T14:20:00Z',
    tags: ['demo-tag-finance'],
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
    registered: '2023-06-05T07:45:00Z',
  },
]

/** The newest first. The distance of the last run stays the same, whenever they are read. */
export function demoAutomations(): readonly Automation[] {
  return samples.map(({ registered, ranMinutesAgo, ...sample }) => ({
    ...PLAIN,
    ...sample,
    ...registeredAt(registered),
    webhookUrl: '',
    lastRun: minutesAgo(ranMinutesAgo),
  }))
}
