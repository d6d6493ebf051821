import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { scratchFolder } from '@cairn/testing/scratch-folder'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { beginFrames } from '../../backups/format/frames.ts'
import { scriptedOperator } from '../scripted-operator.ts'

let folder: string

const fileOf = (day: number) => join(folder, `cairn-17-1-2026-11-${day}T03-00-00Z.backup`)

/** A backup of which only what it says of itself is there: a refusal comes before anything else is read. */
async function makeBackupOf(day: number, system = '17'): Promise<void> {
  const said = { cairn: '0.1.0', postgres: 180_004, superuser: 'postgres', database: 'postgres', system }
  const header = { holds: 'backup', builtIn: true, madeAt: `2026-11-${day}T03:00:00.000Z`, ...said } as const
  writeFileSync(fileOf(day), (await beginFrames(header, null)).header)
}

beforeAll(async () => {
  folder = scratchFolder('cairn-until-moment-')
  for (const day of [24, 25, 27]) await makeBackupOf(day)
  await makeBackupOf(26, '18')
})

afterAll(() => rmSync(folder, { recursive: true, force: true }))

async function refused(...words: string[]) {
  const dataDir = join(folder, 'data')
  mkdirSync(dataDir, { recursive: true })
  const operator = scriptedOperator({ env: { CAIRN_DATA_DIR: dataDir } })
  const { code, said } = await operator.give(['restore', ...words])
  expect(readdirSync(dataDir)).toEqual([])
  return { code, said: said.split('\n')[0] }
}

it('names the older backup of the same Postgres where the moment lies before this one', async () => {
  const until = '2026-11-26T14:05:00Z'
  expect(await refused(fileOf(27), '--wal', folder, '--until', until)).toEqual({
    code: 1,
    said: `${fileOf(27)} was made at 2026-11-27T03:00:00.000Z, and 2026-11-26T14:05:00.000000Z was before it was whole. Take ${fileOf(25)}, of 2026-11-25T03:00:00.000Z.`,
  })
})

it('says where no backup reaches back to the moment', async () => {
  const { said } = await refused(fileOf(24), '--wal', folder, '--until', '2026-11-01T14:05:00Z')
  expect(said).toMatch(new RegExp(`No older backup of this Postgres is in ${folder}\\.$`))
})

it.each(['2026-11-26', '2026-11-26T14:05:00', 'yesterday'])(
  'refuses --until %s with an example',
  async (until) => {
    expect(await refused(fileOf(27), '--wal', folder, '--until', until)).toEqual({
      code: 2,
      said: expect.stringMatching(
        /^--until: must be a moment with its zone, such as 2026-11-27T14:05:00Z or/,
      ),
    })
  },
)

it.each([['--until', '2026-11-26T14:05:00Z'], ['--allow-gap']])(
  'refuses %s without the folder of what was kept',
  async (...words) => {
    expect(await refused(fileOf(27), ...words)).toEqual({
      code: 2,
      said: expect.stringMatching(/^--\S+ needs --wal: the folder of backups\.$/),
    })
  },
)

it('says that an installation that was never started has nothing to back up', async () => {
  const dataDir = join(folder, 'never-started')
  const operator = scriptedOperator({ env: { CAIRN_DATA_DIR: dataDir } })
  const { said } = await operator.give(['backup', join(folder, 'x.backup')])
  expect(said).toBe('There is no database yet. Start Cairn once: it makes one.\n')
})
