import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startThatEnds } from '@cairn/testing/ended-start'
import { arrangePerson } from '@cairn/testing/people'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openCairn } from './support/cairn.ts'

const folder = mkdtempSync(join(tmpdir(), 'cairn-restoring-'))
const original = join(folder, '.cairn')
const backup = join(folder, 'cairn-backup.tar')
const ada = { email: 'ada@acme.example' }
let elsewhere: string | null = null

beforeAll(async () => {
  chmodSync(folder, 0o755)
  // The data folder is made by Cairn, with the rights that it gives it.
  const cairn = await openCairn({ CAIRN_DATA_DIR: original })
  const { client } = await cairn.signedIn(await arrangePerson(cairn.database, { ...ada, name: 'Ada' }))
  expect((await client.from('systems').insert({ name: 'Billing' })).error).toBeNull()
  elsewhere = realpathSync(join(original, 'postgres'))
  await cairn.close()
  // As docs/operate/backup.md says.
  execFileSync('tar', ['-chpf', backup, '.cairn'], { cwd: folder })
})

afterAll(() => {
  // Root's cluster lies outside, where the user of Postgres can reach it.
  for (const path of [folder, elsewhere ?? folder]) rmSync(path, { recursive: true, force: true })
})

function restore(name: string, ...options: string[]): string {
  const place = join(folder, name)
  mkdirSync(place)
  execFileSync('tar', ['-xpf', backup, ...options], { cwd: place })
  return join(place, '.cairn')
}

async function systemsIn(dataDir: string): Promise<unknown> {
  const cairn = await openCairn({ CAIRN_DATA_DIR: dataDir })
  try {
    const { client } = await cairn.signedIn(ada)
    return (await client.from('systems').select('name')).data
  } finally {
    await cairn.close()
  }
}

/** Owner, group and mode of a folder and of all that is in it. */
const rightsIn = (path: string): string[] =>
  ['', ...readdirSync(path, { recursive: true, encoding: 'utf8' })].map((name) => {
    const { uid, gid, mode } = statSync(join(path, name))
    return `${name} ${uid}:${gid} ${mode.toString(8)}`
  })

describe('a backup of the data folder, restored as documented', () => {
  it('has everything, also after a second start', async () => {
    const dataDir = restore('restored')
    expect(await systemsIn(dataDir)).toEqual([{ name: 'Billing' }])
    expect(await systemsIn(dataDir)).toEqual([{ name: 'Billing' }])
  })

  it('has everything when the owners of the files were not kept', async () => {
    expect(await systemsIn(restore('without-owners', '--no-same-owner'))).toEqual([{ name: 'Billing' }])
  })
})

describe.runIf(process.getuid?.() === 0)('as root', () => {
  it('the folder of another user is refused, and stays as it was', async () => {
    const dataDir = restore('of-another')
    execFileSync('chown', ['-R', 'nobody', dataDir])
    const before = rightsIn(dataDir)
    const { code, said } = await startThatEnds({ CAIRN_DATA_DIR: dataDir })
    expect({ code, said }).toEqual({
      code: 1,
      said: `The folder ${dataDir} belongs to the user nobody. Start Cairn as nobody, or set CAIRN_DATA_DIR.\n`,
    })
    expect(rightsIn(dataDir)).toEqual(before)
  })

  it('a place that the user of Postgres cannot enter is refused with what to do', async () => {
    const dataDir = restore('closed')
    chmodSync(join(folder, 'closed'), 0o700)
    const { code, said } = await startThatEnds({ CAIRN_DATA_DIR: dataDir })
    expect(code).toBe(1)
    expect(said).toMatch(
      /^The user \S+, as which Postgres runs, cannot enter \S+\. Move \S+ to a place .*\n$/,
    )
    chmodSync(join(folder, 'closed'), 0o755)
    expect(await systemsIn(dataDir)).toEqual([{ name: 'Billing' }])
  })
})
