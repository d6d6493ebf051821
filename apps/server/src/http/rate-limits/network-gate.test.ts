import { Overloaded } from '@cairn/postgres/wire/errors'
import { expect, it, vi } from 'vitest'
import { createNetworkGate } from './network-gate.ts'

it('does not delay other networks while one sends 220 requests', async () => {
  const gate = createNetworkGate()
  let finish = () => {}
  const held = new Promise<void>((resolve) => {
    finish = resolve
  })
  const many = Array.from({ length: 220 }, () => gate('203.0.113.7', () => held))
  await expect(gate('198.51.100.1', async () => 'at once')).resolves.toBe('at once')
  finish()
  await Promise.all(many)
})

it('refuses a request that waits for longer than 3 s', async () => {
  vi.useFakeTimers()
  const gate = createNetworkGate()
  const forever = () => new Promise<never>(() => {})
  for (let n = 0; n < 24; n += 1) void gate('203.0.113.7', forever)
  const refused = expect(gate('203.0.113.7', forever)).rejects.toBeInstanceOf(Overloaded)
  await vi.advanceTimersByTimeAsync(3_001)
  await refused
  vi.useRealTimers()
})
