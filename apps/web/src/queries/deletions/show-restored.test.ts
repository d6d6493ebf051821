import { expect, test } from 'vitest'
import { openDemo } from '@/workspace/demo/open.ts'
import { createPendingDeletions } from './pending-deletions.ts'
import { showRestored } from './show-restored.ts'

const deletionOf = (id: string) => ({
  kind: 'system' as const,
  record: { id, status: 'active' },
  send: async () => {},
  reload: () => {},
  leave: () => {},
})

test('shows restored records again, and keeps those hidden that are deleted or whose deletion is not sent yet', async () => {
  const deletions = createPendingDeletions()
  for (const id of ['demo-system-crm', 'demo-system-erp', 'gone']) deletions.begin(deletionOf(id))
  deletions.settle('demo-system-crm')
  deletions.settle('gone')
  const ids = ['demo-system-crm', 'demo-system-erp', 'gone']
  await showRestored(openDemo(), deletions, ['solution', 'team'])
  expect(deletions.without(ids)).toEqual([])
  await showRestored(openDemo(), deletions, ['system'])
  expect(deletions.without(ids)).toEqual(['demo-system-crm'])
  expect(deletions.settled('system')).toEqual(['gone'])
})
