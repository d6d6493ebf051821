import { afterAll, beforeAll, expect, it } from 'vitest'
import { ID } from '../support/cast.ts'
import { openStage, type Stage } from '../support/stage.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage?.close())

const BOTH = `{${ID.invoices},${ID.reminders}}`

it('gives an address to those that have none, and each of them can be called', () =>
  stage.as('manager', async (tx) => {
    const [row] = await tx`select public.give_heartbeats('automation', ${BOTH}::uuid[]) as given`
    expect(row?.['given']).toEqual([
      { record_id: ID.reminders, name: expect.any(String), token: expect.stringMatching(/^[0-9a-f]{32}$/) },
    ])
    const [called] = await tx`select public.ping(${row?.['given'][0].token}) as answer`
    expect(called?.['answer']).toBe('OK')
    const [again] = await tx`select public.give_heartbeats('automation', ${BOTH}::uuid[]) as given`
    expect(again?.['given']).toEqual([])
  }))

it('pauses those that may be changed, and waits for them again', () =>
  stage.as('manager', async (tx) => {
    const paused = async (state: boolean) =>
      (await tx`select public.pause_heartbeats('automation', ${BOTH}::uuid[], ${state}) as n`)[0]?.['n']
    expect([await paused(true), await paused(true), await paused(false)]).toEqual([1, 0, 1])
  }))

it('leaves out what the caller may not change', () =>
  stage.as('viewer', async (tx) => {
    const [row] = await tx`select public.pause_heartbeats('automation', ${BOTH}::uuid[], true) as n`
    expect(row?.['n']).toBe(0)
  }))

it.each([
  ['another kind', `'system', '{}'`],
  ['no records', `'agent', null`],
  ['more than 500', `'agent', array(select gen_random_uuid() from generate_series(1, 501))`],
])('refuses %s', async (_, given) => {
  expect(await stage.outcome('manager', `select public.give_heartbeats(${given})`)).toEqual({
    refused: '22023',
  })
})
