import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ID, type Person } from '../support/cast.ts'
import { openStage, type Stage } from '../support/stage.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage?.close())

/** The hash of a password that the browser sends. */
const fastHash = (password: string) => createHash('sha256').update(password).digest('hex')

const record = (actor: Person, id: string, password: string) =>
  stage.as(
    actor,
    (tx) =>
      tx`insert into public.password_history (user_id, password_hash) values (${id}, ${fastHash(password)})`,
    { keep: true },
  )

const mayUse = (actor: Person, id: string, password: string) =>
  stage.as(
    actor,
    async (tx) =>
      (
        await tx`
          select public.check_password_history(user_id_param => ${id}, new_password_hash => ${fastHash(password)}) as allowed`
      )[0]?.['allowed'],
  )

const forgetTurns = () => stage.admin`delete from private.turns`

describe('password_history', () => {
  it('[GAP-20] [DATA-46] stores a slow salted hash, whatever the browser sends', async () => {
    await record('viewer', ID.viewer, 'Blue-Giraffe-42')
    await record('viewer', ID.viewer, 'Blue-Giraffe-42')
    const rows = await stage.admin<{ hash: string }[]>`
      select password_hash as hash from public.password_history where user_id = ${ID.viewer}`
    expect(rows).toHaveLength(2)
    for (const { hash } of rows) expect(hash).toMatch(/^\$2a\$10\$/)
    expect(rows[0]?.hash).not.toBe(rows[1]?.hash)
  })

  it('[CALL-72] [SEC-30] knows a password again, and only for the person whose it is', async () => {
    await forgetTurns()
    await record('manager', ID.manager, 'Green-Giraffe-42')
    expect(await mayUse('manager', ID.manager, 'Green-Giraffe-42')).toBe(false)
    expect(await mayUse('manager', ID.manager, 'Green-Giraffe-43')).toBe(true)
    expect(await mayUse('admin', ID.admin, 'Green-Giraffe-42')).toBe(true)
  })

  it('[GAP-20] remembers the last five', async () => {
    for (const number of [1, 2, 3, 4, 5, 6]) {
      await forgetTurns()
      await record({ id: ID.colleague }, ID.colleague, `Giraffe-Number-${number}`)
    }
    const colleague = { id: ID.colleague }
    expect(await mayUse(colleague, ID.colleague, 'Giraffe-Number-1')).toBe(true)
    expect(await mayUse(colleague, ID.colleague, 'Giraffe-Number-2')).toBe(false)
    expect(await mayUse(colleague, ID.colleague, 'Giraffe-Number-6')).toBe(false)
  })

  it('[CALL-71] answers no caller about another person’s, not even an admin', async () => {
    await record('manager', ID.manager, 'Red-Giraffe-42')
    for (const actor of ['admin', 'viewer', 'rival', 'unplaced'] as const)
      await expect(mayUse(actor, ID.manager, 'Red-Giraffe-42')).rejects.toMatchObject({ code: '42501' })
  })

  it('is asked ten times a minute, and written five times', async () => {
    await forgetTurns()
    const ask = `select public.check_password_history('${ID.user}', 'x') from generate_series(1, `
    expect(await stage.outcome('user', `${ask} 10)`)).toBe(10)
    expect(await stage.outcome('user', `${ask} 11)`)).toEqual({ refused: 'PT429' })
    const write = `insert into public.password_history (password_hash) select 'x' from generate_series(1, `
    expect(await stage.outcome('user', `${write} 5)`)).toBe(5)
    expect(await stage.outcome('user', `${write} 6)`)).toEqual({ refused: 'PT429' })
  })

  it('asked without a hash says what is missing', async () => {
    const ask = `select public.check_password_history('${ID.user}', null)`
    expect(await stage.outcome('user', ask)).toEqual({ refused: '22023' })
  })
})

describe('security_rate_limits', () => {
  const begin = (count: number) =>
    `insert into public.security_rate_limits (user_id, action_type, attempts, window_start)
     select '${ID.user}', 'password_change', 1, now() - interval '1 year' from generate_series(1, ${count})`

  it('[CALL-26] [CALL-53] [SEC-36] a window begins when the server says so', async () => {
    const found = await stage.as('user', async (tx) => {
      await tx.unsafe(begin(1))
      return tx`
        select attempts from public.security_rate_limits
        where user_id = ${ID.user} and action_type = 'password_change'
          and window_start >= now() - interval '15 minutes' order by window_start desc limit 1`
    })
    expect(found).toMatchObject([{ attempts: 1 }])
  })

  it('[CALL-54] [CALL-55] [GAP-18] [DATA-47] is counted up, blocked and reset by its owner', async () => {
    const left = await stage.as('user', async (tx) => {
      await tx`
        update public.security_rate_limits set attempts = 5, blocked_until = now() + interval '10 minutes'
        where user_id = ${ID.user}`
      const counted = await tx`select attempts from public.security_rate_limits where blocked_until > now()`
      await tx`delete from public.security_rate_limits where user_id = ${ID.user} and action_type = 'password_change'`
      return [counted.length, (await tx`select from public.security_rate_limits`).length]
    })
    expect(left).toEqual([1, 0])
  })

  it('has at most ten rows for a person, and takes twenty in a minute', async () => {
    const rows = await stage.as('user', async (tx) => {
      await tx.unsafe(begin(20))
      return tx`select from public.security_rate_limits`
    })
    expect(rows).toHaveLength(10)
    expect(await stage.outcome('user', begin(21))).toEqual({ refused: 'PT429' })
  })

  it('guards nothing: what a person writes there does not touch their sign-in', async () => {
    const [before] = await stage.as(
      'user',
      (tx) => tx`select public.check_login_rate_limit('uma@acme.test') as answer`,
    )
    await stage.as(
      'user',
      (tx) => tx`update public.security_rate_limits set blocked_until = now() + interval '1 year'`,
      { keep: true },
    )
    const [after] = await stage.as(
      'user',
      (tx) => tx`select public.check_login_rate_limit('uma@acme.test') as answer`,
    )
    expect(after).toEqual(before)
  })
})
