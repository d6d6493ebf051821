import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { TEMPLATES_CLUSTER, testDatabase } from '@cairn/testing/test-database'
import { startTestServer } from '@cairn/testing/test-server'
import postgres from 'postgres'
import { catalogueOf } from './catalogue.ts'
import { type Chapter, distributionOf } from './distribution.ts'
import { withSection } from './section.ts'

const PAGE = join(import.meta.dirname, '..', '..', '..', 'docs', 'develop', 'scale.md')

/**
 * `npm run distribution`: prints what spreading accounts over several databases would change, and writes it into
 * docs/develop/scale.md. With `-- names` it prints the name of each table, key and function as well.
 */
async function main(withNames: boolean): Promise<void> {
  const chapters = await chaptersOfMigrations()
  for (const { title, counted } of chapters) {
    console.log(`\n${title}`)
    for (const { what, names, follows } of counted) {
      console.log(`${String(names.length).padStart(5)}  ${what}${follows === '' ? '' : `: ${follows}`}`)
      if (withNames) for (const name of names) console.log(`         ${name}`)
    }
  }
  writeFileSync(PAGE, withSection(readFileSync(PAGE, 'utf8'), chapters))
}

async function chaptersOfMigrations(): Promise<Chapter[]> {
  const server = await startTestServer({}, TEMPLATES_CLUSTER)
  try {
    const database = await testDatabase('product')
    const sql = postgres({ ...database.admin, ssl: false, max: 1, onnotice: () => {} })
    const chapters = distributionOf(await catalogueOf(sql))
    await sql.end({ timeout: 1 })
    return chapters
  } finally {
    await server.stop()
  }
}

await main(process.argv[2] === 'names')
