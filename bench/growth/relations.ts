import { fillLargeAccount, id } from '@cairn/testing/large-account'
import { MAP_GROUPINGS } from '@cairn/workspace/port/records/record-map'
import type postgres from 'postgres'
import { extent } from '../support/extent.ts'
import { heading, line, lineWithAim, milliseconds } from '../support/print.ts'
import { type Reader, setAsideIndexes } from './arrange.ts'
import { statementFor, timed } from './measure.ts'
import { type LargeDatabase, withDatabaseOnDisk } from './on-disk.ts'
import { call, listRequest, type ScreenRequest } from './requests.ts'

/** Fewer show that it works; `RELATIONS_OF=20000 npm run bench -- growth:relations`. */
const SYSTEMS = extent(1_000_000, 5_000, 'RELATIONS_OF')
const OF_EACH = 5
/** The key of a group of the map. */
const DEPARTMENT = 'department 1'
const DEPARTMENTS = 40
const NEIGHBOURS_MS = 100
const GROUPS_MS = 300
const LIST_RATIO = 1.05
/** Times below this are noise of the machine. */
const NOISE_MS = 0.3

/** Measures lists, neighbors and the map in an account where each record has five relations to any others. */
export async function measureRelations(): Promise<void> {
  heading(`Relations: ${SYSTEMS} systems of one account, ${OF_EACH} relations from each`)
  await withDatabaseOnDisk(async (database) => {
    const { sql } = database
    const putBack = await setAsideIndexes(sql)
    const reader = await fillLargeAccount(sql, {
      system: SYSTEMS,
      solution: 1,
      agent: 1,
      automation: 1,
      binned: 0,
    })
    await putBack()
    await sql`select private.recount_account(${reader.accountId})`
    await sql`vacuum (analyze)`
    const before = await quickest(database, reader, listRequest(reader))
    const began = performance.now()
    await fillRelations(sql, reader)
    line('relations made in', `${Math.round((performance.now() - began) / 1000)} s`)
    const after = await quickest(database, reader, listRequest(reader))
    lineWithAim(
      `a list of 50: ${before.toFixed(2)} → ${after.toFixed(2)} ms`,
      after - before > NOISE_MS ? after / before : 1,
      LIST_RATIO,
      (times) => `× ${times.toFixed(2)}`,
    )
    for (const depth of [1, 2, 3]) {
      const title = `neighbors of a record to depth ${depth}`
      const request = call('neighbours', { kind: 'system', id: reader.systemId, depth })
      lineWithAim(title, await quickest(database, reader, { ...request, title }), NEIGHBOURS_MS)
    }
    await countMaps(sql, reader)
    for (const by of MAP_GROUPINGS) {
      const title = `groups of the map by ${by}`
      lineWithAim(
        title,
        await quickest(database, reader, { ...call('map_groups', { by }), title }),
        GROUPS_MS,
      )
    }
    const title = 'the same by department, one unfolded'
    const request = { ...call('map_groups', { by: 'department', unfolded: [DEPARTMENT] }), title }
    line(title, milliseconds(await quickest(database, reader, request)))
  })
}

/** Gives every system its relations directly in the database, as the triggers would. */
async function fillRelations(sql: postgres.Sql, { accountId }: Reader): Promise<void> {
  const other = `(hashint8(n * ${OF_EACH} + k) & 2147483647) % ${SYSTEMS} + 1`
  const putBack = await setAsideIndexes(sql)
  await sql.begin(async (tx) => {
    await tx`set local session_replication_role = replica`
    await tx`set local synchronous_commit = off`
    await tx.unsafe(`
      insert into public.relations (account_id, from_kind, from_id, to_kind, to_id, type)
      select '${accountId}', 'system', ${id('system', 'n')}, 'system', ${id('system', `(${other})`)},
        (array['depends_on', 'feeds_data_to', 'runs_in', 'replaces', 'part_of'])[k]
      from generate_series(1, ${SYSTEMS}) n, generate_series(1, ${OF_EACH}) k
      where n <> ${other}`)
    await tx`
      update private.records
      set department = 'Department ' || (hashtext(id::text) & 2147483647) % ${DEPARTMENTS}
      where account_id = ${accountId}`
  })
  await putBack()
  await sql`vacuum (analyze)`
}

/** Counts the map for each way to fold it, as the server does in large accounts. */
async function countMaps(sql: postgres.Sql, { accountId }: Reader): Promise<void> {
  for (const by of MAP_GROUPINGS) {
    const began = performance.now()
    await sql`select private.count_map(${accountId}::uuid, ${by})`
    line(`map counted by ${by} in`, `${((performance.now() - began) / 1_000).toFixed(1)} s`)
  }
}

async function quickest(
  { sql, cache }: LargeDatabase,
  reader: Reader,
  request: ScreenRequest,
): Promise<number> {
  const { ms } = await timed(sql, statementFor(cache, request), reader, {
    times: 5,
    warmUp: 1,
    isEnded: true,
  })
  return ms
}
