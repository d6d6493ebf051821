import { setTimeout as wait } from 'node:timers/promises'
import { startThatEnds } from '@cairn/testing/ended-start'
import { arrangePerson } from '@cairn/testing/people'
import { withMailServer } from './mail-server.mjs'
import { openSql } from './member.mjs'
import { arrangePoison, looksLeft, POISONED } from './poisoned-rows.mjs'

const LOOK_AGAIN_MS = 250
const WITHIN_MS = 50_000

/**
 * Each job meets a row that fails beside one that does not: the other is done, the row is put aside after three tries and
 * said to the operator, and done when it is mended and retried.
 */
export const poison = () => withMailServer({}, poisonEach)

async function poisonEach(server) {
  const sql = openSql(server.admin())
  const ask = async (option) => (await startThatEnds({ CAIRN_DATA_DIR: server.dataDir }, [option])).wrote
  try {
    const ada = await arrangePerson(sql, { email: 'ada@poison.example', name: 'Ada' })
    const rows = await arrangePoison(sql, ada)
    await sql`update private.jobs set due_at = now()`
    const good = await untilNone(() => looksLeft(sql, rows.good))
    const aside = await untilNone(async () => {
      const listed = await ask('--jobs')
      return rows.bad.filter(({ job, item }) => !isAside(listed, job, item))
    })
    await rows.mend()
    const retried = await ask('--retry-jobs')
    const mended = await untilNone(() => looksLeft(sql, rows.bad))
    const faults = [
      ...good.map(({ job }) => `${job}: the good row is not done`),
      ...aside.map(({ job }) => `${job}: not put aside`),
      ...mended.map(({ job }) => `${job}: not done when mended`),
    ]
    return {
      done: `a row that fails beside one that does not, for ${POISONED} jobs`,
      came:
        faults.length === 0
          ? `${rows.good.length} good rows done, ${rows.bad.length} put aside after 3 tries and listed; mended, ${retried.trim().toLowerCase()}, all done`
          : faults.join('; '),
      passed: faults.length === 0,
    }
  } finally {
    await sql.end({ timeout: 1 })
  }
}

/** Whether the operator's list says that an item of a job was put aside after three tries. */
function isAside(listed, job, item) {
  return listed
    .split('\n')
    .some((line) => line.startsWith(`  ${job}, `) && line.includes(`${item}: failed, 3 failed tries`))
}

/** Looks until nothing is left or the time is over; resolves with what is left. */
async function untilNone(look) {
  const deadline = performance.now() + WITHIN_MS
  for (;;) {
    const left = await look()
    if (left.length === 0 || performance.now() > deadline) return left
    await wait(LOOK_AGAIN_MS)
  }
}
