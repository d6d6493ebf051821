import { planRequest } from '@cairn/data-api/plan/plan'
import { parseRequest } from '@cairn/data-api/request/parse'
import { introspect } from '@cairn/data-api/schema-cache/introspect'
import { statementOf } from '@cairn/data-api/sql/statement'
import type { Caller, CallerWork } from '@cairn/postgres/as-caller'
import { type ConnectionTarget, openPool } from '@cairn/postgres/pool'
import { arrangePerson, PASSWORD } from '@cairn/testing/people'
import { type ServerProcess, startServerProcess } from '@cairn/testing/server-process'
import autocannon from 'autocannon'
import postgres from 'postgres'
import { z } from 'zod'
import { bareRate } from './support/bare-database.ts'
import { residentMemory } from './support/memory.ts'
import { heading, line, megabytes, milliseconds, perSecond } from './support/print.ts'

const SYSTEMS = 50
const CONNECTIONS = 16
const SECONDS = 8
const QUERY = '/systems?select=id,name,description,owner_id,status,created_at&order=name&limit=50'

const tokenAnswer = z.object({ access_token: z.string() })
const tokenClaims = z.looseObject({ session_id: z.string() })

/** "50 systems as a member", through the whole server and by the bare database, one after the other on one machine. */
export async function measureList(): Promise<void> {
  heading(`List of ${SYSTEMS} systems as a member, ${CONNECTIONS} connections, ${SECONDS} s each`)
  const server = await startServerProcess({ LOG_LEVEL: 'silent' })
  try {
    const token = await arrange(server)
    const bare = await bareRate({
      target: server.admin(),
      ...(await sameTransaction(server.admin(), token)),
      connections: CONNECTIONS,
      seconds: SECONDS,
    })
    const served = await autocannon({
      url: `${server.url}/rest/v1${QUERY}`,
      connections: CONNECTIONS,
      duration: SECONDS,
      headers: { apikey: server.publishableKey, authorization: `Bearer ${token}` },
    })
    line(`${bare.by}, the same transaction`, perSecond(bare.perSecond))
    line('through the server', perSecond(served.requests.average))
    line('ratio', (served.requests.average / bare.perSecond).toFixed(2), '0.50')
    line('p50', milliseconds(served.latency.p50))
    line('p99', milliseconds(served.latency.p99))
    line('answers other than 200', String(served.non2xx + served.errors), '0')
    line('server memory under load', megabytes(residentMemory(server.pid)), '300 MB')
  } finally {
    await server.dispose()
  }
}

/** A member of an account with that many systems. Returns their access token. */
async function arrange(server: ServerProcess): Promise<string> {
  const database = postgres({ ...server.admin(), ssl: false, max: 1 })
  await arrangePerson(database, { email: 'founder@bench.example', name: 'Founder' })
  const member = await arrangePerson(database, { email: 'member@bench.example', name: 'Member' })
  await database`
    insert into public.systems (account_id, name, description, created_by)
    select m.account_id, 'System ' || n, 'Keeps what the team needs at hand, number ' || n, m.user_id
    from public.account_members m, generate_series(1, ${SYSTEMS}::int) n
    where m.user_id = ${member.id}`
  await database`analyze`
  await database.end()
  const answer = await fetch(`${server.url}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers: { apikey: server.publishableKey, 'content-type': 'application/json' },
    body: JSON.stringify({ email: member.email, password: PASSWORD }),
  })
  return tokenAnswer.parse(await answer.json()).access_token
}

/** What the server makes of the request, taken from its own steps. */
async function sameTransaction(
  target: ConnectionTarget,
  token: string,
): Promise<{ caller: Caller; work: CallerWork }> {
  const claims = tokenClaims.parse(JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()))
  const pool = openPool({ target, size: 1, name: 'bench' })
  const http = { method: 'GET', url: QUERY, headers: new Headers(), body: null, forwardedHeaders: {} }
  const request = parseRequest(http, ['public'])
  const plan = planRequest(await introspect(pool, ['public']), request, { maxRows: 1_000, aggregates: false })
  await pool.close()
  if (plan.kind !== 'read') throw new Error('A list is read.')
  return {
    caller: { role: 'authenticated', claims, sessionId: claims.session_id },
    work: {
      statement: statementOf(plan, { body: true, count: false }),
      readOnly: true,
      request: {
        method: 'GET',
        path: '/systems',
        headers: { accept: '*/*', 'x-forwarded-for': '127.0.0.1' },
      },
    },
  }
}
