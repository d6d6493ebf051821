import { expect, it } from 'vitest'
import { createWindow } from './window.ts'

const caller = (id: string) => ({ id, person: null, account: 'acme' })
const at = (minute: number) => ({ minute, secondsLeft: 30 })

it('forgets a caller who has not asked for two minutes, however often others are told to the database', () => {
  const window = createWindow()
  const { own } = window.of(caller('quiet'), at(0))
  own.waiting += 1
  for (const minute of [0, 1, 2, 3]) {
    window.of(caller('busy'), at(minute)).own.waiting += 1
    window.take(at(minute))
    window.settle([], at(minute))
  }
  expect(window.of(caller('quiet'), at(3)).own).not.toBe(own)
})

it('tells what a caller sent at the end of a minute in which nobody was told', () => {
  const window = createWindow()
  window.of(caller('quiet'), at(0)).own.waiting += 2
  expect(window.take(at(1))).toEqual([{ caller: 'quiet', person: null, requests: 0, late: 2 }])
  expect(window.take(at(1))).toEqual([])
})

it('takes nothing of the account for a caller whom the database does not know any more', () => {
  const window = createWindow()
  const { own, ofAccount } = window.of(caller('revoked'), at(0))
  for (const tally of [own, ofAccount]) if (tally !== null) tally.waiting += 5
  window.take(at(0))
  window.settle([], at(0))
  expect(ofAccount).toMatchObject({ known: 0, sending: 0, waiting: 0 })
})
