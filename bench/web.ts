import { arrangePerson } from '@cairn/testing/people'
import { startServerProcess } from '@cairn/testing/server-process'
import postgres from 'postgres'
import { openBrowser } from './support/browser.ts'
import { measureFirstLoad } from './web/first-load.ts'
import { measureLargeCatalogue } from './web/large-catalogue.ts'
import { measureLargeTeam } from './web/large-team.ts'
import { measurePaint } from './web/paint.ts'
import { measurePalette } from './web/palette.ts'
import { measureRealSize } from './web/real-size.ts'
import { measureSlowLine } from './web/slow-line.ts'
import { signedIn } from './web/visitors.ts'

/**
 * Measures the waits of a user in front of a browser: the first load, the first paint, a slow line, the palette, an
 * account of real size, a team of 5,000, a catalogue of 50,000.
 */
export async function measureWeb(): Promise<void> {
  const server = await startServerProcess()
  const database = postgres({ ...server.admin(), ssl: false, max: 1, onnotice: () => {} })
  const browser = await openBrowser()
  try {
    const person = await arrangePerson(database, { email: 'ada@bench.example', name: 'Ada Example' })
    const member = await signedIn(browser, server.url, person.email)
    await measureFirstLoad(member)
    await measurePaint(member)
    await measureSlowLine(member)
    await measurePalette(member)
    await measureRealSize(browser, server.url, database)
    await measureLargeTeam(member, database, person.id)
    await measureLargeCatalogue(member, database, person.id)
  } finally {
    await browser.close()
    await database.end()
    await server.dispose()
  }
}
