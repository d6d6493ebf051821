import { describe, expect, test } from 'vitest'
import { PRIORITIES, type Priority } from './port/priority.ts'
import { roomFor, type UnderWay } from './room.ts'

/** A message that is being sent since so many milliseconds. */
function sending(
  priority: Priority,
  recipient: string,
  { forMs = 0, attempts = 1 }: { forMs?: number; attempts?: number } = {},
): UnderWay {
  return {
    message: {
      id: recipient,
      channel: 'email',
      template: 'any',
      recipient,
      priority: PRIORITIES[priority],
      values_sealed: Buffer.alloc(0),
      created_at: new Date(0),
      attempts,
    },
    sinceMs: NOW_MS - forMs,
  }
}

const NOW_MS = 60_000
const room = (connections: number, underWay: UnderWay[], hanging: string[] = []) =>
  roomFor({ connections, underWay, hanging: new Set(hanging), nowMs: NOW_MS })

describe('beside what is being sent there is room', () => {
  test('for all while nothing is', () => {
    expect(room(5, [])).toEqual({ lowestPriority: PRIORITIES.digest, retries: true, without: [] })
  })

  test('for no more than there are connections', () => {
    expect(room(2, [sending('awaited', 'a@a.test'), sending('awaited', 'b@b.test')])).toBeNull()
    expect(room(1, [sending('digest', 'a@a.test')])).toBeNull()
  })

  test('on the last connection only for what somebody waits for', () => {
    const digests = ['a@x.test', 'b@x.test', 'c@x.test'].map((to) => sending('digest', to))
    expect(room(4, digests)).toMatchObject({ lowestPriority: PRIORITIES.awaited, without: [] })
    expect(room(5, digests)).toMatchObject({ lowestPriority: PRIORITIES.digest })
    expect(room(2, [sending('notice', 'a@x.test')])).toMatchObject({ lowestPriority: PRIORITIES.awaited })
  })

  test('for retries on half of the connections, and on one at least', () => {
    const retry = (to: string) => sending('awaited', to, { attempts: 2 })
    expect(room(5, [retry('a@a.test')])).toMatchObject({ retries: true })
    expect(room(5, [retry('a@a.test'), retry('b@b.test')])).toMatchObject({ retries: false })
    expect(room(2, [retry('a@a.test')])).toMatchObject({ retries: false })
  })

  test('for no second message to a receiver at which one hangs, or hung lately', () => {
    expect(room(5, [sending('notice', 'a@Slow.test', { forMs: 5_001 })])).toMatchObject({
      without: ['slow.test'],
    })
    expect(room(5, [sending('notice', 'a@hung.test')], ['hung.test'])).toMatchObject({
      without: ['hung.test'],
    })
    expect(room(5, [sending('notice', 'a@fine.test')], ['hung.test'])).toMatchObject({ without: [] })
  })

  test('for other receivers, however much somebody waits for of one', () => {
    const many = ['a', 'b', 'c', 'd'].map((name) => sending('awaited', `${name}@many.test`))
    expect(room(5, many)).toMatchObject({ lowestPriority: PRIORITIES.digest, without: ['many.test'] })
  })
})
