import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openStage, type Stage } from '../support/stage.ts'
import { EXCEPTIONS } from './exceptions.ts'
import { RULES } from './rules.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage?.close())

class Undo extends Error {}

describe('rules of shape', () => {
  for (const { title, exceptions, query, fixture, offender } of RULES) {
    // An exception that no longer is one has to go.
    it(title, async () => {
      const excepted = exceptions === undefined ? [] : Object.keys(EXCEPTIONS[exceptions])
      const offenders = (await stage.admin.unsafe(query)).map((row) => row['offender'])
      expect(offenders.sort()).toEqual(excepted.sort())
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

it('every list of exceptions belongs to a rule', () => {
  const used = RULES.flatMap(({ exceptions }) => exceptions ?? [])
  expect(used.sort()).toEqual(Object.keys(EXCEPTIONS).sort())
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
