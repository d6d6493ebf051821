import { randomUUID } from 'node:crypto'
import type postgres from 'postgres'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ID } from '../support/cast.ts'
import { openStage, type Stage } from '../support/stage.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage?.close())
beforeEach(async () => {
  await stage.admin`delete from auth.sessions`
  await stage.admin`delete from public.security_audit_log`
})

async function signIn(userId: string, { endsInSeconds = null }: { endsInSeconds?: number | null } = {}) {
  const id = randomUUID()
  await stage.auth`
    insert into auth.sessions (id, user_id, not_after)
    values (${id}, ${userId}, now() + make_interval(secs => ${endsInSeconds}::int))`
  return id
}

/** The entries that an admin reads in the log afterwards. */
const log = () =>
  stage.as(
    'admin',
    (tx) => tx`select action, user_id, source, details from public.security_audit_log order by created_at`,
  )

const saidLogout = async (work: (tx: postgres.TransactionSql) => Promise<unknown>) =>
  stage.auth.begin(async (tx) => {
    await tx`select set_config('auth.session_end', 'logout', true)`
    await work(tx)
  })

describe('[DATA-42] the log has who signed out, whatever the browser reports', () => {
  it('as a logout where the auth server says so, once for all their sessions', async () => {
    await signIn(ID.user)
    await signIn(ID.user)
    await signIn(ID.viewer)
    await saidLogout((tx) => tx`delete from auth.sessions where user_id = ${ID.user}`)
    expect(await log()).toEqual([
      { action: 'logout', user_id: ID.user, source: 'server', details: { sessions: 2 } },
    ])
  })

  it('as an ended session where nothing is said', async () => {
    const id = await signIn(ID.manager)
    await stage.auth`delete from auth.sessions where id = ${id}`
    expect(await log()).toMatchObject([{ action: 'session_ended', user_id: ID.manager }])
  })

  it('and nothing of expired sessions, of sessions without a member, or of no session', async () => {
    await signIn(ID.user, { endsInSeconds: -1 })
    await signIn(ID.unplaced)
    await saidLogout((tx) => tx`delete from auth.sessions`)
    await saidLogout((tx) => tx`delete from auth.sessions`)
    expect(await log()).toEqual([])
  })
})
