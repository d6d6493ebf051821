import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ID } from '../support/cast.ts'
import { arrangeHeartbeat, at, lookBetween, lookForLate } from '../support/heartbeats.ts'
import { openStage, type Stage } from '../support/stage.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage?.close())
beforeEach(async () => {
  await stage.admin`delete from public.heartbeats`
  await stage.admin`delete from private.answering`
})

const looks = (from: number, until: number) => lookBetween(stage.auth, from, until)
const news = async () =>
  (await stage.admin<{ event: string }[]>`select event from private.heartbeat_news`).map(({ event }) => event)
const ofInvoices = async () => {
  const [row] = await stage.admin`select trouble, trouble_since from public.heartbeats`
  return row
}

describe('a heartbeat that does not report', () => {
  it('is noted as late once, since when it is', async () => {
    await arrangeHeartbeat(stage.admin, { lateAt: 30 })
    expect(await looks(0, 40)).toEqual([30])
    expect(await ofInvoices()).toEqual({ trouble: 'late', trouble_since: at(30) })
    expect(await news()).toEqual(['late'])
  })

  it('is noted whatever the status of its record', async () => {
    await arrangeHeartbeat(stage.admin, { lateAt: 30, recordId: ID.reminders })
    await arrangeHeartbeat(stage.admin, { lateAt: 31, kind: 'agent', recordId: ID.helper })
    expect(await looks(0, 40)).toEqual([30, 31])
  })

  it('is noted and told to nobody while it is to be silent', async () => {
    await arrangeHeartbeat(stage.admin, { lateAt: 30 })
    await stage.admin`update public.heartbeats set silent_until = ${at(60)}`
    expect(await looks(0, 40)).toEqual([30])
    expect(await news()).toEqual([])
    expect(await stage.admin`select trouble_told from public.heartbeats`).toEqual([{ trouble_told: false }])
    expect(await looks(41, 70)).toEqual([])
    expect(await news()).toEqual([])
  })

  it('is left to the next look while it reports at this moment', async () => {
    const id = await arrangeHeartbeat(stage.admin, { lateAt: 30 })
    await looks(0, 29)
    await stage.admin.begin(async (tx) => {
      await tx`update public.heartbeats set runs = runs + 1 where id = ${id}`
      expect(await lookForLate(stage.auth, 30)).toBe(0)
    })
    expect(await lookForLate(stage.auth, 30.5)).toBe(1)
  })
})

describe('an outage of Cairn', () => {
  it('makes nobody late before calls have been answered for the grace', async () => {
    await arrangeHeartbeat(stage.admin, { lateAt: 30 })
    await looks(0, 20)
    expect(await looks(120, 150)).toEqual([130])
    expect(await ofInvoices()).toEqual({ trouble: 'late', trouble_since: at(30) })
  })

  it('is forgotten of those that report when it is over', async () => {
    await arrangeHeartbeat(stage.admin, { lateAt: 30 })
    await looks(0, 20)
    await looks(120, 125)
    await stage.admin`update public.heartbeats set late_at = ${at(200)}`
    expect(await looks(125.5, 199)).toEqual([])
  })

  it('is none where another server goes on within a minute', async () => {
    await arrangeHeartbeat(stage.admin, { lateAt: 30 })
    await looks(0, 29)
    expect(await lookForLate(stage.auth, 30)).toBe(1)
    await stage.admin`update public.heartbeats set trouble = null, trouble_since = null, late_at = ${at(32)}`
    expect(await lookForLate(stage.auth, 31)).toBe(0)
    expect(await lookForLate(stage.auth, 32)).toBe(1)
  })

  it('begins again with the next one', async () => {
    await arrangeHeartbeat(stage.admin, { lateAt: 30 })
    await looks(0, 20)
    await looks(120, 128)
    expect(await looks(135, 160)).toEqual([145])
  })
})

describe('a step of the clock', () => {
  it.each([
    ['forward', 60],
    ['back', -60],
  ])('%s by an hour makes nobody late before the grace is over', async (_, step) => {
    await looks(0, 10)
    await arrangeHeartbeat(stage.admin, { lateAt: 15 + step })
    expect(await looks(10 + step, 40 + step)).toEqual([20 + step])
  })

  it('there and back again counts as two', async () => {
    await arrangeHeartbeat(stage.admin, { lateAt: 14 })
    await looks(0, 10)
    await looks(70, 72)
    expect(await looks(12.5, 30)).toEqual([22.5])
  })

  it('of less than a minute changes nothing', async () => {
    await arrangeHeartbeat(stage.admin, { lateAt: 15 })
    await looks(0, 14)
    expect(await looks(13.5, 20)).toEqual([15])
  })
})
