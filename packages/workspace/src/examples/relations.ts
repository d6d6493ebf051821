import type { NewRelation } from '../port/records/relations.ts'

/** The relations of the examples. */
export const DEMO_RELATIONS: readonly NewRelation[] = [
  {
    fromId: 'demo-system-crm',
    toId: 'demo-system-erp',
    type: 'feeds_data_to',
    note: 'Won deals become orders every night.',
  },
  { fromId: 'demo-automation-1', toId: 'demo-system-crm', type: 'depends_on', note: '' },
  { fromId: 'demo-agent-1', toId: 'demo-system-itsm', type: 'depends_on', note: 'Reads open incidents.' },
]
