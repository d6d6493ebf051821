import type { CatalogueKind } from '../port/records/catalogues.ts'
import { DAY, HOUR } from './moments.ts'

interface SampleActivity {
  id: string
  kind: CatalogueKind
  resource: string
  action: 'created' | 'updated'
  userName: string
  /** Guests always find something recent. */
  minutesAgo: number
}

export const DEMO_ACTIVITIES: readonly SampleActivity[] = [
  {
    id: 'demo-automation-1',
    kind: 'automation',
    resource: 'New lead to sales channel',
    action: 'updated',
    userName: 'Bo Sample',
    minutesAgo: 12,
  },
  {
    id: 'demo-system-itsm',
    kind: 'system',
    resource: 'ServiceNow',
    action: 'updated',
    userName: 'Eli Specimen',
    minutesAgo: 3 * HOUR,
  },
  {
    id: 'demo-agent-1',
    kind: 'agent',
    resource: 'Support Assistant',
    action: 'created',
    userName: 'Alex Example',
    minutesAgo: DAY + 2 * HOUR,
  },
  {
    id: 'demo-solution-2',
    kind: 'solution',
    resource: 'Purchase Portal',
    action: 'created',
    userName: 'Chris Placeholder',
    minutesAgo: 4 * DAY,
  },
  {
    id: 'demo-system-crm',
    kind: 'system',
    resource: 'Salesforce',
    action: 'created',
    userName: 'Dana Demo',
    minutesAgo: 12 * DAY,
  },
]
