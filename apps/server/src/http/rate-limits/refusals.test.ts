import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createRefusals } from './refusals.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
})
afterEach(() => {
  vi.useRealTimers()
})

const connection = () => new ServerResponse(new IncomingMessage(new Socket()))

/** Refuses so often at once; says how many of these answers have been sent. */
function refuse(refusals: ReturnType<typeof createRefusals>, party: string, times: number) {
  const connections = Array.from({ length: times }, connection)
  const sent = { count: 0 }
  for (const outgoing of connections) {
    void refusals.hold(party, outgoing).then(() => {
      sent.count += 1
    })
  }
  return { connections, sent }
}

describe('refusals', () => {
  it('of one party are sent at a steady pace once there are many', async () => {
    const { sent } = refuse(createRefusals(), 'eve', 1_000)
    await vi.advanceTimersByTimeAsync(0)
    expect(sent.count).toBe(400)
    await vi.advanceTimersByTimeAsync(1_000)
    expect(sent.count).toBe(600)
    await vi.advanceTimersByTimeAsync(2_000)
    expect(sent.count).toBe(1_000)
  })

  it('of others are sent at once', async () => {
    const refusals = createRefusals()
    refuse(refusals, 'eve', 1_000)
    const { sent } = refuse(refusals, 'ada', 1)
    await vi.advanceTimersByTimeAsync(0)
    expect(sent.count).toBe(1)
  })

  it('are sent at once again when the party has been quiet', async () => {
    const refusals = createRefusals()
    refuse(refusals, 'eve', 1_000)
    await vi.advanceTimersByTimeAsync(5_000)
    const { sent } = refuse(refusals, 'eve', 1)
    await vi.advanceTimersByTimeAsync(0)
    expect(sent.count).toBe(1)
  })

  it('are not held for a client that has gone', async () => {
    const { connections, sent } = refuse(createRefusals(), 'eve', 1_000)
    await vi.advanceTimersByTimeAsync(0)
    for (const outgoing of connections) outgoing.emit('close')
    await vi.advanceTimersByTimeAsync(0)
    expect(sent.count).toBe(1_000)
    expect(vi.getTimerCount()).toBe(0)
  })

  it('are held for no more than a thousand connections and five seconds, the others are cut', async () => {
    const { connections, sent } = refuse(createRefusals(), 'eve', 4_000)
    await vi.advanceTimersByTimeAsync(0)
    expect(connections.filter(({ destroyed }) => destroyed)).toHaveLength(4_000 - 400 - 1_000)
    await vi.advanceTimersByTimeAsync(5_000)
    expect(sent.count).toBe(4_000)
  })
})
