import { type ServerProcess, startServerProcess } from '@cairn/testing/server-process'
import autocannon from 'autocannon'
import { arrangeMember } from './api/arrange.ts'
import { makeToken, WITHOUT_LIMIT } from './support/caller.ts'
import { extent } from './support/extent.ts'
import { heading, line, perSecond } from './support/print.ts'

/** Each way in has so many turns of so many seconds, one after the other, so that a slow minute meets both. */
const TURNS = extent(5, 1)
const TURN_S = extent(5, 1, 'BENCH_SECONDS')
const CONNECTIONS = 16
const LEAST = 0.9
const LIST = '/rest/v1/systems?select=id,name,description,owner_id,status,created_at&order=name&limit=50'

/** A list of 50 by an API token beside the same list by a session. */
export async function measureTokens(): Promise<void> {
  heading(`API tokens: a list of 50 on ${CONNECTIONS} connections, ${TURNS} turns of ${TURN_S} s each`)
  const server = await startServerProcess({ LOG_LEVEL: 'silent', ...WITHOUT_LIMIT })
  try {
    const member = await arrangeMember(server)
    const bySession = { apikey: member.publishableKey, authorization: `Bearer ${member.token}` }
    const byToken = { authorization: `Bearer ${await makeToken(server, member, ['systems:read'])}` }
    const rates = { session: 0, token: 0 }
    await lists(server, bySession)
    await lists(server, byToken)
    for (let turn = 0; turn < TURNS; turn += 1) {
      rates.session += (await lists(server, bySession)) / TURNS
      rates.token += (await lists(server, byToken)) / TURNS
    }
    line('lists a second by session', perSecond(rates.session))
    line('lists a second by token', perSecond(rates.token))
    const share = rates.token / rates.session
    line('by token, of the rate by session', share.toFixed(2), `${LEAST}`)
    if (share < LEAST) process.exitCode = 1
  } finally {
    await server.dispose()
  }
}

async function lists({ url }: ServerProcess, headers: Record<string, string>): Promise<number> {
  const { requests, non2xx } = await autocannon({
    url: url + LIST,
    connections: CONNECTIONS,
    duration: TURN_S,
    headers,
  })
  if (non2xx > 0) throw new Error(`${non2xx} lists were refused.`)
  return requests.average
}
