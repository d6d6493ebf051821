import { describe, expect, it } from 'vitest'
import { createByteBudget } from './byte-budget.ts'

function arrange(most: number) {
  const budget = createByteBudget(most)
  const cut: string[] = []
  const holders = new Map<string, object>()
  return {
    cut,
    hold(name: string, network: string, bytes: number) {
      const holder = holders.get(name) ?? {}
      holders.set(name, holder)
      budget.hold(holder, { network, bytes, cut: () => cut.push(name) })
    },
    release: (name: string) => budget.release(holders.get(name) ?? {}),
  }
}

describe('a budget of bytes', () => {
  it('cuts nobody off while it suffices', () => {
    const { hold, release, cut } = arrange(100)
    hold('a', 'one', 60)
    release('a')
    hold('b', 'one', 60)
    hold('b', 'one', 100)
    expect(cut).toEqual([])
  })

  it('cuts off the oldest of the network that holds the most, never the others', () => {
    const { hold, cut } = arrange(100)
    hold('visitor', 'other', 30)
    hold('first', 'one', 30)
    hold('second', 'one', 30)
    hold('third', 'one', 30)
    expect(cut).toEqual(['first'])
    hold('visitor', 'other', 40)
    expect(cut).toEqual(['first'])
    hold('fourth', 'one', 5)
    expect(cut).toEqual(['first', 'second'])
  })

  it('cuts off whoever alone holds more than there is', () => {
    const { hold, cut } = arrange(100)
    hold('a', 'one', 101)
    expect(cut).toEqual(['a'])
  })
})
