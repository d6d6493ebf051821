import { afterEach, describe, expect, test } from 'vitest'
import { createQueryClient } from '../query-client.ts'
import { hideDeleted } from './hide-deleted.ts'
import { pendingDeletions } from './pending-deletions.ts'

const deletion = {
  kind: 'system' as const,
  record: { id: 's1', status: 'active' },
  send: async () => {},
  reload: () => {},
  leave: () => {},
}
const LIST = ['systems', 'list']
const COUNTS = ['dashboard', 'counts']
const figures = { systems: 2, automations: 1, agents: 1, solutions: 1 }

/** A cache in which the record is listed, counted, and named by a solution; it has just been deleted. */
function withDeleted() {
  const queries = createQueryClient()
  queries.setQueryData(LIST, [{ id: 's0' }, { id: 's1' }, { id: 's2' }], { updatedAt: 7 })
  queries.setQueryData(['solutions', 'list'], [{ id: 'x1', relatedSystems: ['s1'] }])
  queries.setQueryData(COUNTS, figures)
  pendingDeletions.begin(deletion)
  return { queries, putBack: hideDeleted(queries, deletion) }
}

afterEach(() => pendingDeletions.restore('s1'))

describe('a record that counts as deleted', () => {
  test('disappears from lists, links and figures, and no list looks newer for it', () => {
    const { queries } = withDeleted()
    expect(queries.getQueryData(LIST)).toEqual([{ id: 's0' }, { id: 's2' }])
    expect(queries.getQueryState(LIST)?.dataUpdatedAt).toBe(7)
    expect(queries.getQueryData(['solutions', 'list'])).toEqual([{ id: 'x1', relatedSystems: [] }])
    expect(queries.getQueryData(COUNTS)).toEqual({ ...figures, systems: 1 })
    expect(queries.getQueryState(COUNTS)?.isInvalidated).toBe(true)
  })

  test('stays away when the server, which still has it, is asked again', async () => {
    const { queries } = withDeleted()
    const queryFn = async () => [{ id: 's1' }, { id: 's9' }]
    await queries.fetchQuery({ queryKey: LIST, queryFn })
    expect(queries.getQueryData(LIST)).toEqual([{ id: 's9' }])
  })

  test('comes back to its places', () => {
    const { queries, putBack } = withDeleted()
    pendingDeletions.takeBack('s1')
    putBack()
    expect(queries.getQueryData(LIST)).toEqual([{ id: 's0' }, { id: 's1' }, { id: 's2' }])
    expect(queries.getQueryState(COUNTS)?.isInvalidated).toBe(true)
  })

  test('has a list that changed meanwhile loaded again', () => {
    const { queries, putBack } = withDeleted()
    queries.setQueryData(LIST, [{ id: 's2' }])
    pendingDeletions.takeBack('s1')
    putBack()
    expect(queries.getQueryData(LIST)).toEqual([{ id: 's2' }])
    expect(queries.getQueryState(LIST)?.isInvalidated).toBe(true)
  })
})
