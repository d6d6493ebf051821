import type { CatalogueKind } from '../port/records/catalogues.ts'
import type { HandedOver, PendingHandover } from '../port/records/handovers.ts'

export const DEMO_GIVER = 'Finn Fictional'

export const DEMO_HANDED_OVER: readonly HandedOver[] = [
  {
    id: 'demo-handover-1',
    kind: 'solution',
    recordId: 'demo-solution-1',
    recordName: 'Customer 360',
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

/** Handovers that wait for an answer: one for a member of the team, one for an invited person. */
export const DEMO_PENDING: readonly (PendingHandover & { kind: CatalogueKind })[] = [
  {
    id: 'demo-handover-1',
    kind: 'solution',
    recordId: 'demo-solution-1',
    part: 'owner',
    giver: DEMO_GIVER,
    receiverId: 'demo-person-1',
  },
  {
    id: 'demo-handover-3',
    kind: 'agent',
    recordId: 'demo-agent-2',
    part: 'owner',
    giver: DEMO_GIVER,
    receiverId: null,
  },
]
