import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openStage, type Stage } from '../support/stage.ts'
import { RULES } from './rules.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage?.close())

class Undo extends Error {}

describe('rules of shape', () => {
  for (const { title, query, fixture, offender } of RULES) {
    it(title, async () => {
      expect((await stage.admin.unsafe(query)).map((row) => row['offender'])).toEqual([])
    })

    it(`would notice: ${fixture}`, async () => {
      const broken = stage.admin.begin(async (tx) => {
        await tx.unsafe(fixture)
        expect((await tx.unsafe(query)).map((row) => row['offender'])).toContain(offender)
        throw new Undo()
      })
      await expect(broken).rejects.toThrow(Undo)
    })
  }
})

it('a new table and a new function are closed until their chapter opens them', async () => {
  const probe = stage.admin.begin(async (tx) => {
    await tx`create table public.probe (id uuid)`
    await tx`create function public.probe() returns void language sql set search_path = '' as ''`
    const [row] = await tx`
      select has_table_privilege('anon', 'public.probe', 'select') as anon_reads,
        has_table_privilege('authenticated', 'public.probe', 'select') as members_read,
        has_function_privilege('anon', 'public.probe()', 'execute') as anon_calls,
        has_function_privilege('authenticated', 'public.probe()', 'execute') as members_call`
    expect(row).toEqual({ anon_reads: false, members_read: false, anon_calls: false, members_call: false })
    throw new Undo()
  })
  await expect(probe).rejects.toThrow(Undo)
})
