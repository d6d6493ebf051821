import { describe, expect, it } from 'vitest'
import { createNewsWindow } from './news-window.ts'

describe('how far back the page looks for news', () => {
  it('reaches to the last question that was answered, and a little further', () => {
    let now = 1_000
    const lookBack = createNewsWindow(() => now)
    now += 10_000
    const first = lookBack.ask()
    expect(first.withinMs).toBe(15_000)
    // The answer lacks the changes made while it was under way, so the window reaches back to the question.
    now += 2_000
    first.answered()
    now += 8_000
    expect(lookBack.ask().withinMs).toBe(15_000)
  })

  it('goes on growing while no question is answered', () => {
    let now = 0
    const lookBack = createNewsWindow(() => now)
    now += 10_000
    lookBack.ask()
    now += 60_000
    expect(lookBack.ask().withinMs).toBe(75_000)
  })

  it('stays a duration where the clock is set back', () => {
    let now = 60_000
    const lookBack = createNewsWindow(() => now)
    now = 0
    expect(lookBack.ask().withinMs).toBe(5_000)
  })
})
