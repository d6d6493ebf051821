import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { readReleased, recordReleased } from '../../tools/released.ts'

const MIGRATIONS = join(import.meta.dirname, '..', '..', 'migrations')

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'cairn-released-'))
  writeFileSync(join(folder, 'released.json'), '{}')
})
afterEach(() => rmSync(folder, { recursive: true }))

const write = (file: string, text: string) => writeFileSync(join(folder, file), text)

describe('released migrations', () => {
  it('keep their text, and at most one is written for the next release', async () => {
    const { changed, unreleased } = await readReleased(MIGRATIONS)
    expect(changed).toEqual([])
    expect(unreleased.length).toBeLessThanOrEqual(1)
  })

  it('are named when they were changed or removed, and cannot be recorded again', async () => {
    write('20260101000000_first.sql', 'select 1;')
    write('20260102000000_second.sql', 'select 2;')
    expect(await recordReleased(folder)).toEqual(['20260101000000_first.sql', '20260102000000_second.sql'])
    write('20260101000000_first.sql', 'select 3;')
    rmSync(join(folder, '20260102000000_second.sql'))
    expect((await readReleased(folder)).changed).toEqual(['20260101000000', '20260102000000'])
    await expect(recordReleased(folder)).rejects.toThrow('were changed: 20260101000000, 20260102000000.')
  })

  it('may be followed by one that goes on changing until it is recorded', async () => {
    cpSync(MIGRATIONS, folder, { recursive: true })
    write('29991231000000_next.sql', 'select 1;')
    write('29991231000000_next.sql', 'select 2;')
    const { changed, unreleased } = await readReleased(folder)
    expect(changed).toEqual([])
    expect(unreleased.at(-1)?.name).toBe('next')
    await recordReleased(folder)
    expect((await readReleased(folder)).unreleased).toEqual([])
  })
})
