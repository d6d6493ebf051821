import { describe, expect, test, vi } from 'vitest'
import { createPendingDeletions } from './pending-deletions.ts'

function open(send: () => Promise<void> = async () => {}) {
  const pending = createPendingDeletions()
  const deletion = {
    kind: 'system' as const,
    record: { id: 's1', status: 'active' },
    send: vi.fn(send),
    reload: vi.fn(),
    leave: vi.fn(),
  }
  pending.begin(deletion)
  return { pending, deletion }
}

describe('pending deletions', () => {
  test('remove the record and the links to it from all loaded data, and leave the rest unchanged', () => {
    const { pending } = open()
    const solution = { id: 'x1', relatedSystems: ['s2'], createdAt: new Date(0) }
    const pages = {
      pages: [
        { items: [{ id: 's1' }, { id: 's2' }] },
        { items: [{ ...solution, relatedSystems: ['s1', 's2'] }] },
      ],
    }
    expect(pending.without(pages)).toEqual({
      pages: [{ items: [{ id: 's2' }] }, { items: [solution] }],
    })
    const others = { items: [solution], related: ['s2'], none: null }
    expect(pending.without(others)).toBe(others)
  })

  test('can be undone until they are sent to the server', async () => {
    const { pending, deletion } = open()
    expect(pending.takeBack('s1')).toBe(true)
    expect(pending.without(['s1'])).toEqual(['s1'])
    await pending.sendAll()
    expect(deletion.send).not.toHaveBeenCalled()
    expect(pending.takeBack('s1')).toBe(false)
  })

  test('are sent once, however many reasons there are to send them', async () => {
    let answer = () => {}
    const { pending, deletion } = open(() => new Promise((resolve) => (answer = resolve)))
    const sent = [pending.send('s1'), pending.sendAll()]
    expect(pending.takeBack('s1')).toBe(false)
    answer()
    await Promise.all(sent)
    expect(deletion.send).toHaveBeenCalledOnce()
    expect(deletion.reload).toHaveBeenCalled()
  })

  test('load nothing any more when they are the last that somebody sends', async () => {
    const { pending, deletion } = open()
    await pending.sendLast()
    expect(deletion.send).toHaveBeenCalledOnce()
    expect(deletion.reload).not.toHaveBeenCalled()
  })

  test('load nothing either when their toast goes, or was about to send them, as the user signs out', async () => {
    let answer = () => {}
    const { pending, deletion } = open(() => new Promise((resolve) => (answer = resolve)))
    const sent = [pending.send('s1'), pending.sendLast(), pending.send('s1')]
    answer()
    await Promise.all(sent)
    expect(deletion.send).toHaveBeenCalledOnce()
    expect(deletion.reload).not.toHaveBeenCalled()
  })

  test('leave with the page as long as the server has not confirmed them', () => {
    const { pending, deletion } = open()
    pending.leave()
    expect(deletion.leave).toHaveBeenCalledOnce()
    pending.settle('s1')
    pending.leave()
    expect(deletion.leave).toHaveBeenCalledOnce()
  })

  test('stay hidden once they are confirmed, and come back when they are refused', () => {
    const { pending } = open()
    expect(pending.unsettled()).toHaveLength(1)
    pending.settle('s1')
    expect(pending.unsettled()).toHaveLength(0)
    expect(pending.without([{ id: 's1' }])).toEqual([])
    pending.restore('s1')
    expect(pending.without([{ id: 's1' }])).toEqual([{ id: 's1' }])
  })
})
