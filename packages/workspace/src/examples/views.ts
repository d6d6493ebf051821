import { EVERY_RECORD } from '../port/records/records.ts'
import type { ListState, SavedView } from '../port/records/views.ts'

/** Views that a manager of the example account made for all. */
export const DEMO_VIEWS: readonly (SavedView & ListState)[] = [
  {
    id: 'demo-view-unowned',
    kind: 'system',
    name: 'Without an owner',
    icon: 'alert',
    address: 'owner=none',
    filter: { ...EVERY_RECORD, owners: [null] },
    isShared: true,
    isDefault: false,
    isWatched: false,
  },
  {
    id: 'demo-view-running',
    kind: 'automation',
    name: 'Running',
    icon: 'clock',
    address: 'status=active',
    filter: { ...EVERY_RECORD, statuses: ['active'] },
    isShared: true,
    isDefault: false,
    isWatched: false,
  },
]
