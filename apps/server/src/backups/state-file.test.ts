import { mkdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { scratchFolder } from '@cairn/testing/scratch-folder'
import { afterAll, expect, it } from 'vitest'
import { z } from 'zod'
import { stateFile } from './state-file.ts'

const folder = scratchFolder('cairn-state-')
afterAll(() => rmSync(folder, { recursive: true, force: true }))

it('knows what it could not write down until another process has written', async () => {
  const dir = join(folder, 'away')
  const file = stateFile(z.string(), 'state.json')
  await expect(file.write(dir, 'the folder is gone')).rejects.toThrow()
  expect(await file.read(dir)).toBe('the folder is gone')

  mkdirSync(dir)
  const path = join(dir, 'state.json')
  writeFileSync(path, JSON.stringify('of before'))
  utimesSync(path, new Date(0), new Date(0))
  expect(await file.read(dir)).toBe('the folder is gone')

  await stateFile(z.string(), 'state.json').write(dir, 'all is well again')
  expect(await file.read(dir)).toBe('all is well again')
})
