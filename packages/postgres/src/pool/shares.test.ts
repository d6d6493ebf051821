import { describe, expect, it } from 'vitest'
import { createLongWork } from './long-work.ts'
import { createSharing } from './shares.ts'

const SHARES = { person: 4, account: 7 }
const eve = { person: 'eve', account: 'acme' }
const ada = { person: 'ada', account: 'acme' }

function arrange() {
  let time = 0
  const sharing = createSharing(
    SHARES,
    createLongWork(() => time),
  )
  return {
    /** How many connections a person has, and their account. */
    shareOf: (requester: typeof eve) => sharing.partiesOf(requester).map(({ most }) => most),
    work: (requester: typeof eve, times: number, ms: number) => {
      for (let done = 0; done < times; done += 1) sharing.note(requester, ms)
    },
    pass: (seconds: number) => {
      time += seconds * 1_000
    },
    sharing,
  }
}

describe('the share of a person', () => {
  it('stays whole for any number of short requests', () => {
    const { shareOf, work } = arrange()
    work(eve, 10_000, 90)
    expect(shareOf(eve)).toEqual([4, 7])
  })

  it('is one connection after seconds of long ones, and nobody else has less', () => {
    const { shareOf, work } = arrange()
    work(eve, 4, 500)
    expect(shareOf(eve)).toEqual([1, 7])
    expect(shareOf(ada)).toEqual([4, 7])
  })

  it('shrinks for requests that wait already', () => {
    const { sharing, work } = arrange()
    const [waiting] = sharing.partiesOf(eve)
    expect(waiting?.most).toBe(4)
    work(eve, 4, 500)
    expect(waiting?.most).toBe(1)
  })

  it('is whole again ten seconds after the last, however much there was', () => {
    const { shareOf, work, pass } = arrange()
    work(eve, 1_000, 8_000)
    pass(9.9)
    expect(shareOf(eve)).toEqual([1, 7])
    pass(0.2)
    expect(shareOf(eve)).toEqual([4, 7])
  })

  it('is counted for nobody where the installation itself asks', () => {
    const { sharing } = arrange()
    sharing.note(undefined, 60_000)
    expect(sharing.partiesOf(undefined)).toEqual([])
  })
})
