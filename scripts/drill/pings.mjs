import { randomUUID } from 'node:crypto'
import { Agent } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { arrangeHeartbeats } from '@cairn/testing/heartbeats'
import { arrangePerson } from '@cairn/testing/people'
import { openCairn } from '../../acceptance/support/cairn.ts'
import { killInTurn, onceRecovered } from './killing.mjs'
import { ask } from './member.mjs'

/** So many that none is called more often than sixty times a minute. */
const HEARTBEATS = 2_000
const CALLERS = 16
const CALLS_BETWEEN = 500
const KILLS = 30
const WITHIN_MS = 60_000
const AGAIN_AFTER_MS = 20

/**
 * Kills the postmaster, a backend and the server in turn with -9 in a flood of calls of heartbeats. No call that was
 * answered OK may be missing, and none may be kept twice.
 */
export async function pings({ short, long }) {
  const cairn = await openCairn({ LOG_LEVEL: 'silent' })
  try {
    const flood = startCalling(cairn.server.url, await arrangeTokens(cairn.database))
    const { counts, exits, longestMs } = await killInTurn(cairn, flood, {
      kills: short ? 3 : KILLS,
      withinMs: long ? Number.POSITIVE_INFINITY : WITHIN_MS,
      answersBetween: CALLS_BETWEEN,
    })
    await flood.stop()
    const kept = await onceRecovered(
      () => cairn.database`select rid, count(*)::int as times from public.runs group by rid`,
    )
    const times = new Map(kept.map(({ rid, times }) => [rid, times]))
    const lost = [...flood.answered200].filter((rid) => !times.has(rid)).length
    const twice = kept.filter(({ times }) => times > 1).length
    const { refused, unanswered } = flood.counts
    return {
      done: `${counts} killed in a flood of calls from ${CALLERS} callers`,
      came: `${flood.answered200.size} calls answered OK, ${refused} refused with 503, ${unanswered} cut off; ${lost} lost, ${twice} kept twice, ${flood.counts.other} other answers, ${exits} exits, longest outage ${(longestMs / 1000).toFixed(1)} s`,
      passed: exits === 0 && lost === 0 && twice === 0 && flood.counts.other === 0,
    }
  } finally {
    await cairn.close()
  }
}

async function arrangeTokens(database) {
  const { id } = await arrangePerson(database, { email: 'ada@acme.example', name: 'Ada' })
  const [{ accountId }] = await database`
    select account_id as "accountId" from public.account_members where user_id = ${id}`
  const heartbeats = await arrangeHeartbeats(database, { accountId, count: HEARTBEATS })
  return heartbeats.map(({ token }) => token)
}

/** Starts callers that report runs as fast as they are answered, each run by a separate id, until `stop` is called. */
function startCalling(url, tokens) {
  const answered200 = new Set()
  const counts = { refused: 0, unanswered: 0, other: 0 }
  const agent = new Agent({ keepAlive: true })
  let sent = 0
  let stopping = false

  async function callOn() {
    while (!stopping) {
      sent += 1
      const rid = randomUUID()
      const address = `${url}/p/${tokens[sent % tokens.length]}/${sent % 3 === 0 ? 'fail' : '0'}?rid=${rid}`
      const answer = await ask(agent, address, { method: 'POST', headers: {}, body: { sent } }).catch(
        () => null,
      )
      if (answer?.status === 200) answered200.add(rid)
      else if (answer === null) counts.unanswered += 1
      else if (answer.status === 503) counts.refused += 1
      else counts.other += 1
      if (answer?.status !== 200) await wait(AGAIN_AFTER_MS)
    }
  }

  const calling = Promise.all(Array.from({ length: CALLERS }, callOn))
  return {
    answered200,
    counts,
    async answered(more) {
      const wanted = answered200.size + more
      while (answered200.size < wanted) await wait(AGAIN_AFTER_MS / 4)
    },
    async stop() {
      stopping = true
      await calling
      agent.destroy()
    },
  }
}
