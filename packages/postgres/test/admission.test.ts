import { describe, expect, it, vi } from 'vitest'
import { createAdmission } from '../src/pool/admission.ts'
import { Overloaded } from '../src/wire/errors.ts'

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

describe('work for several parties', () => {
  const ann = { name: 'ann', most: 2 }
  const bob = { name: 'bob', most: 2 }
  const acme = { name: 'acme', most: 3 }

  it('leaves turns for others, however much one asks for', async () => {
    const admission = createAdmission({ concurrency: 4, maxQueued: 50, maxWaitMs: 1_000 })
    const held = heldWork()
    const many = Array.from({ length: 10 }, () => admission.run(held.work, [ann]))
    await expect(admission.run(async () => 'at once', [bob])).resolves.toBe('at once')
    held.finish()
    await Promise.all(many)
  })

  it('counts for each of them', async () => {
    const admission = createAdmission({ concurrency: 4, maxQueued: 50, maxWaitMs: 1_000 })
    const held = heldWork()
    let running = 0
    const counted = () => {
      running += 1
      return held.work()
    }
    const all = [ann, ann, bob, bob].map((person) => admission.run(counted, [person, acme]))
    await expect(admission.run(async () => running, [{ name: 'eve', most: 2 }])).resolves.toBe(3)
    held.finish()
    await Promise.all(all)
    expect(running).toBe(4)
  })

  it('goes round among those who wait', async () => {
    const admission = createAdmission({ concurrency: 1, maxQueued: 50, maxWaitMs: 1_000 })
    const held = heldWork()
    const first = admission.run(held.work)
    const order: string[] = []
    const wait = (party: typeof ann) => admission.run(async () => order.push(party.name), [party])
    const all = [wait(ann), wait(ann), wait(ann), wait(bob), wait(bob)]
    held.finish()
    await Promise.all([first, ...all])
    expect(order).toEqual(['ann', 'bob', 'ann', 'bob', 'ann'])
  })

  it('is refused of whom most waits when the queue is full', async () => {
    const admission = createAdmission({ concurrency: 1, maxQueued: 3, maxWaitMs: 1_000 })
    const held = heldWork()
    const first = admission.run(held.work)
    const anns = [1, 2, 3].map(() => admission.run(async () => 'done', [ann]).catch(() => 'refused'))
    const bobs = admission.run(async () => 'done', [bob])
    held.finish()
    await first
    expect(await Promise.all(anns)).toEqual(['done', 'done', 'refused'])
    expect(await bobs).toBe('done')
  })
})
