import { describe, expect, it, vi } from 'vitest'
import { createAdmission, Overloaded } from '../src/admission.ts'

/** Work that ends when the test says so. */
function heldWork() {
  let finish = () => {}
  const held = new Promise<void>((resolve) => {
    finish = resolve
  })
  return { work: () => held, finish }
}

describe('createAdmission', () => {
  it('runs at most `concurrency` at once, the rest in the order of their coming', async () => {
    const admission = createAdmission({ concurrency: 1, maxQueued: 5, maxWaitMs: 1_000 })
    const order: string[] = []
    const first = heldWork()
    const running = admission.run(first.work).then(() => order.push('first'))
    const second = admission.run(async () => order.push('second'))
    const third = admission.run(async () => order.push('third'))
    expect(order).toEqual([])
    first.finish()
    await Promise.all([running, second, third])
    expect(order.toSorted()).toEqual(['first', 'second', 'third'])
    expect(order.indexOf('second')).toBeLessThan(order.indexOf('third'))
  })

  it('refuses at once what does not fit into the queue', async () => {
    const admission = createAdmission({ concurrency: 1, maxQueued: 0, maxWaitMs: 1_000 })
    const first = heldWork()
    const running = admission.run(first.work)
    await expect(admission.run(async () => 'never')).rejects.toBeInstanceOf(Overloaded)
    first.finish()
    await running
  })

  it('refuses work that has waited too long, and its turn is not lost', async () => {
    vi.useFakeTimers()
    const admission = createAdmission({ concurrency: 1, maxQueued: 5, maxWaitMs: 1_000 })
    const first = heldWork()
    const running = admission.run(first.work)
    const waiting = admission.run(async () => 'never')
    const refused = expect(waiting).rejects.toBeInstanceOf(Overloaded)
    await vi.advanceTimersByTimeAsync(1_001)
    await refused
    vi.useRealTimers()
    first.finish()
    await running
    await expect(admission.run(async () => 'free again')).resolves.toBe('free again')
  })

  it('gives the turn of failed work to the next', async () => {
    const admission = createAdmission({ concurrency: 1, maxQueued: 5, maxWaitMs: 1_000 })
    await expect(admission.run(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
    await expect(admission.run(async () => 'next')).resolves.toBe('next')
  })
})
