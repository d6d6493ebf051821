import { postgresFailure } from '@cairn/postgres/wire/errors'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ID } from '../support/cast.ts'
import { openStage, type Stage } from '../support/stage.ts'
import { CHECK_CASES, qualified } from './checks.cases.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage?.close())

describe('a wrong value is refused in a sentence that names field and rule', () => {
  it.each(CHECK_CASES)('$constraint: $sentence', async ({ statement, sentence }) => {
    const failure = postgresFailure(await stage.admin.unsafe(statement).catch((error: unknown) => error))
    expect(failure).toMatchObject({
      code: '23514',
      message: sentence,
      detail: expect.stringMatching(/^[a-z_]+\.[a-z_]+$/),
    })
  })

  it('of every check constraint', async () => {
    const constraints = await stage.admin<{ name: string }[]>`
      select conname as name from pg_constraint
      where contype = 'c' and (connamespace = 'public'::regnamespace or conrelid = 'private.records'::regclass)`
    expect(constraints.map(({ name }) => name).toSorted()).toEqual(
      CHECK_CASES.map(({ constraint }) => constraint).toSorted(),
    )
  })

  it('of the right constraint: without it the value would pass', async () => {
    class Undo extends Error {}
    for (const { table, constraint, statement } of CHECK_CASES) {
      const without = stage.admin.begin(async (tx) => {
        await tx`set local session_replication_role = replica`
        await tx.unsafe(`alter table ${qualified(table)} drop constraint ${constraint}`)
        await tx.unsafe(statement)
        throw new Undo()
      })
      await expect(without, constraint).rejects.toThrow(Undo)
    }
  })
})

it('a name that is null gets the same sentence', async () => {
  const add = stage.as('user', (tx) => tx`insert into public.systems (name) values (null)`)
  await expect(add).rejects.toMatchObject({ code: '23514', message: 'Name must have 1 to 120 characters.' })
})

it('a stranger learns of no rule: row security is asked first', async () => {
  const add = `insert into public.systems (name, account_id) values ('', '${ID.acme}')`
  expect(await stage.outcome('rival', add)).toEqual({ refused: '42501' })
})
