import { EARLIER_SECRET, earlierDatabases, loadEarlierDatabase } from '@cairn/testing/earlier-databases'
import { startServerProcess } from '@cairn/testing/server-process'
import { addressOf, signIn, systemsOf } from './member.mjs'

/** Starts this version on the database of every earlier one: its people sign in as before and find their records. */
export async function upgrade() {
  const names = earlierDatabases()
  const first = await startServerProcess({ CAIRN_SECRET: EARLIER_SECRET })
  const faults = []
  try {
    for (const [index, name] of names.entries()) {
      const target = { ...first.admin(), database: `earlier_${index}` }
      await loadEarlierDatabase(target, name)
      const server = await startServerProcess({
        CAIRN_SECRET: EARLIER_SECRET,
        DATABASE_URL: addressOf(target),
      })
      try {
        const systems = await systemsOf(server, await signIn(server, 'ada@acme.test'))
        if (systems.join() !== 'Archive,Billing,Ledger') faults.push(`${name}: ${systems.join()}`)
      } finally {
        await server.dispose()
      }
    }
  } finally {
    await first.dispose()
  }
  return {
    done: `databases of ${names.length} earlier versions upgraded by a start (${names.join(', ')})`,
    came: `${faults.length} with a fault${faults.map((fault) => `; ${fault}`).join('')}`,
    passed: faults.length === 0 && names.length > 0,
  }
}
