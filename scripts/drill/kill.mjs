import { arrangePerson } from '@cairn/testing/people'
import { openCairn } from '../../acceptance/support/cairn.ts'
import { startWriters } from '../../acceptance/support/writers.ts'
import { killInTurn, onceRecovered } from './killing.mjs'

const WRITERS = 4
const WRITES_BETWEEN = 6
const KILLS = 200
const WITHIN_MS = 95_000

/**
 * Kills the postmaster, a backend and the server in turn with -9 while clients write, 200 times or until the time is
 * over. A killed server is started again; no other kill may end it, and no answered write may be lost.
 */
export async function kill({ short, long }) {
  const cairn = await openCairn({ LOG_LEVEL: 'silent' })
  try {
    const person = await arrangePerson(cairn.database, { email: 'ada@acme.example', name: 'Ada' })
    const member = await cairn.signedIn(person)
    const writers = startWriters(cairn, member, { count: WRITERS, run: 'drill' })
    const { counts, exits, longestMs } = await killInTurn(cairn, writers, {
      kills: short ? 6 : KILLS,
      withinMs: long ? Number.POSITIVE_INFINITY : WITHIN_MS,
      answersBetween: WRITES_BETWEEN,
    })
    await writers.stop()
    const lost = (await onceRecovered(() => writers.contradictions())).length
    return {
      done: `${counts} killed under the writes of ${WRITERS} clients`,
      came: `${exits} exits, ${lost} writes lost, longest outage ${(longestMs / 1000).toFixed(1)} s`,
      passed: exits === 0 && lost === 0,
    }
  } finally {
    await cairn.close()
  }
}
