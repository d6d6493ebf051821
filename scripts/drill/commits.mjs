import { createHash } from 'node:crypto'
import { bootstrap } from '@cairn/postgres/bootstrap/bootstrap'
import { migrate } from '@cairn/postgres/migrate/migrate'
import { EARLIER_SECRET } from '@cairn/testing/earlier-databases'
import { givePasswords } from '@cairn/testing/people'
import { openScratchPostgres } from '@cairn/testing/scratch-postgres'
import { startServerProcess } from '@cairn/testing/server-process'
import { AUTH, PRODUCT } from '@cairn/testing/test-database'
import { objectsOf } from '../../supabase/tests/upgrades/objects.ts'
import { lostBetween, rowsOf } from '../../supabase/tests/upgrades/rows.ts'
import { notRun } from './debian.mjs'
import { layOut, releasedCommits } from './earlier-commit.mjs'
import { addressOf, openSql, signIn, systemsOf } from './member.mjs'

/** The commit that the baseline was made of: its databases and those of later releases are upgraded. */
const SINCE = 'f3250de'
const SECRET_BYTES = createHash('sha256').update(EARLIER_SECRET).digest()

/**
 * Makes the database of the baseline's commit and of every tagged release since, with that commit's own code, fills it
 * with the cast of that commit's tests, and upgrades it. No row of any table is lost, the objects are those of a new installation, and a
 * server that starts on it lets Ada in.
 */
export async function commits({ short }) {
  const found = releasedCommits(SINCE)
  if (found === null) return notRun('there is no history of commits here')
  const chosen = short ? found.slice(-1) : found
  const expected = await objectsOfNewInstallation()
  const sum = { upgraded: 0, rows: 0, faults: [] }
  for (const commit of chosen) {
    const { rows, faults } = await upgradeCommit(commit, expected).catch((error) => ({
      rows: 0,
      faults: [String(error).split('\n')[0]],
    }))
    sum.rows += rows
    if (faults.length === 0) sum.upgraded += 1
    sum.faults.push(...faults.map((fault) => `${shortOf(commit)}: ${fault}`))
  }
  return {
    done: `databases of ${chosen.length} commits from ${SINCE} on, each with other migrations, made by their own code and upgraded`,
    came: `${sum.upgraded} with every row and object, ${sum.rows} rows compared${sum.faults.map((fault) => `; ${fault}`).join('')}`,
    passed: sum.upgraded === chosen.length && sum.rows > 0,
  }
}

const shortOf = (commit) => commit.slice(0, 7)

async function objectsOfNewInstallation() {
  return inScratch(async (target, sql) => {
    await upgradeTo(target)
    return objectsOf(sql)
  })
}

async function upgradeTo(target) {
  await bootstrap(target, SECRET_BYTES)
  await migrate(target, [AUTH, PRODUCT])
}

async function inScratch(work) {
  const postgres = await openScratchPostgres()
  const sql = openSql(postgres.admin)
  try {
    return await work(postgres.admin, sql)
  } finally {
    await sql.end()
    await postgres.stop()
  }
}

/** Applies the migrations of a commit, by its own code, which `then` may use further. */
async function asOf(commit, target, then = async () => {}) {
  const code = layOut(commit)
  try {
    const its = {
      ...(await code.load(
        'packages/postgres/src/bootstrap/bootstrap.ts',
        'packages/postgres/src/bootstrap.ts',
      )),
      ...(await code.load('packages/postgres/src/migrate/migrate.ts', 'packages/postgres/src/migrate.ts')),
      ...(await code.load('packages/testing/src/test-database.ts')),
    }
    await its.bootstrap(target, SECRET_BYTES)
    await its.migrate(target, [its.AUTH, its.PRODUCT])
    await then(code)
  } finally {
    code.remove()
  }
}

async function upgradeCommit(commit, expected) {
  return inScratch(async (target, sql) => {
    await asOf(commit, target, async (code) => {
      const { arrangeCast } = await code.load('supabase/tests/support/cast.ts')
      await arrangeCast(sql)
      await givePasswords(sql)
    })
    const before = await rowsOf(sql)
    await upgradeTo(target)
    const faults = [
      ...lostBetween(before, await rowsOf(sql)),
      ...objectFaults(await objectsOf(sql), expected),
    ]
    const server = await startServerProcess({ CAIRN_SECRET: EARLIER_SECRET, DATABASE_URL: addressOf(target) })
    try {
      const systems = await systemsOf(server, await signIn(server, 'ada@acme.test'))
      if (systems.join() !== 'Archive,Billing,Ledger') faults.push(`Ada sees ${systems.join()}`)
    } finally {
      await server.dispose()
    }
    return { rows: Object.values(before).reduce((count, texts) => count + texts.length, 0), faults }
  })
}

function objectFaults(found, expected) {
  const [here, there] = [new Set(found), new Set(expected)]
  return [
    ...found.filter((line) => !there.has(line)).map((line) => `should not be there: ${line}`),
    ...expected.filter((line) => !here.has(line)).map((line) => `is not there: ${line}`),
  ].map((fault) => fault.slice(0, 160))
}
