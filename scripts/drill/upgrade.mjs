import { createHash } from 'node:crypto'
import { bootstrap } from '@cairn/postgres/bootstrap/bootstrap'
import { migrate } from '@cairn/postgres/migrate/migrate'
import { EARLIER_SECRET, earlierDatabases, loadEarlierDatabase } from '@cairn/testing/earlier-databases'
import { openScratchPostgres } from '@cairn/testing/scratch-postgres'
import { startServerProcess } from '@cairn/testing/server-process'
import { AUTH, PRODUCT } from '@cairn/testing/test-database'
import { differencesBetween, rowsOf } from '../../supabase/tests/upgrades/rows.ts'
import { notRun } from './debian.mjs'
import { addressOf, openSql, signIn, systemsOf } from './member.mjs'
import { upgradeUnderLoad } from './upgrade-under-load.mjs'

/** The key that a server derives from its CAIRN_SECRET. */
const SECRET_BYTES = createHash('sha256').update(EARLIER_SECRET).digest()

/**
 * Starts this version on the database of every earlier one: each row of each table is as it was, and its people sign in
 * as before and find their records. Then replaces two servers by a later version while clients read and write.
 */
export async function upgrade({ short }) {
  const names = earlierDatabases()
  const kept = await upgradeEarlierDatabases(names)
  const loaded = (await upgradeUnderLoad({ short })) ?? notRun('there is no HAProxy here')
  return {
    done: `databases of ${names.length} earlier versions upgraded by a start (${names.join(', ')}); ${loaded.done}`,
    came: `${kept.rows} rows of ${kept.tables} tables compared, ${kept.faults.length} with a fault${kept.faults.map((fault) => `; ${fault}`).join('')}; under load: ${loaded.came}`,
    passed: kept.faults.length === 0 && kept.rows > 0 && loaded.passed,
  }
}

async function upgradeEarlierDatabases(names) {
  const postgres = await openScratchPostgres()
  const sum = { rows: 0, tables: 0, faults: [] }
  try {
    // The bootstrap makes the roles, which a dump does not have.
    await bootstrap(postgres.admin, SECRET_BYTES)
    await migrate(postgres.admin, [AUTH, PRODUCT])
    for (const [index, name] of names.entries()) {
      const target = { ...postgres.admin, database: `earlier_${index}` }
      await loadEarlierDatabase(target, name)
      const { rows, tables, faults } = await upgradeOne(target)
      sum.rows += rows
      sum.tables += tables
      sum.faults.push(...faults.map((fault) => `${name}: ${fault}`))
    }
  } finally {
    await postgres.stop()
  }
  return sum
}

/**
 * Applies the migrations of a start, compares, and then starts: a running server continues with due jobs, and deletes
 * rows that have expired since the database was kept.
 */
async function upgradeOne(target) {
  const sql = openSql(target)
  try {
    const before = await rowsOf(sql)
    await bootstrap(target, SECRET_BYTES)
    await migrate(target, [AUTH, PRODUCT])
    const faults = differencesBetween(before, await rowsOf(sql))
    const server = await startServerProcess({ CAIRN_SECRET: EARLIER_SECRET, DATABASE_URL: addressOf(target) })
    try {
      const systems = await systemsOf(server, await signIn(server, 'ada@acme.test'))
      if (systems.join() !== 'Archive,Billing,Ledger') faults.push(`Ada sees ${systems.join()}`)
    } finally {
      await server.dispose()
    }
    const rows = Object.values(before).reduce((count, texts) => count + texts.length, 0)
    return { rows, tables: Object.keys(before).length, faults }
  } finally {
    await sql.end()
  }
}
