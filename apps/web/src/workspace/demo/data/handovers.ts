import type { HandedOver } from '../../port/handovers.ts'

export const DEMO_GIVER = 'Finn Fictional'

export const DEMO_HANDED_OVER: readonly HandedOver[] = [
  {
    id: 'demo-handover-1',
    kind: 'system',
    recordId: 'demo-system-erp',
    recordName: 'SAP ERP',
    part: 'owner',
    giver: DEMO_GIVER,
    state: 'pending',
  },
  {
    id: 'demo-handover-2',
    kind: 'system',
    recordId: 'demo-system-itsm',
    recordName: 'ServiceNow',
    part: 'expert',
    giver: DEMO_GIVER,
    state: 'accepted',
  },
]
