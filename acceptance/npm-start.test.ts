import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PATIENTLY } from '@cairn/testing/patience'
import { afterAll, expect, it, vi } from 'vitest'
import { z } from 'zod'

const folder = mkdtempSync(join(tmpdir(), 'cairn-npm-start-'))

afterAll(() => rmSync(folder, { recursive: true, force: true }))

const packageJson = z.object({ scripts: z.object({ start: z.string() }) })

/** Stands for the server: says when it is there, and takes a moment to end when it is told to. */
const SERVER = `
  import { writeFileSync } from 'node:fs'
  process.on('SIGTERM', () => setTimeout(() => {
    writeFileSync('ended', '')
    process.exit(0)
  }, 500))
  setInterval(() => {}, 1_000)
  writeFileSync('pid', String(process.pid))`

it('npm start passes SIGTERM on, waits for the server, and leaves no orphan', async () => {
  const { scripts } = packageJson.parse(
    JSON.parse(readFileSync(join(import.meta.dirname, '..', 'package.json'), 'utf8')),
  )
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ scripts: { start: scripts.start } }))
  mkdirSync(join(folder, 'scripts'))
  writeFileSync(join(folder, 'scripts', 'start.mjs'), SERVER)
  const npm = spawn('npm', ['start'], { cwd: folder, stdio: 'ignore' })
  const gone = once(npm, 'exit')
  await vi.waitFor(() => expect(readFileSync(join(folder, 'pid'), 'utf8')).not.toBe(''), PATIENTLY)
  npm.kill('SIGTERM')
  await gone
  expect(existsSync(join(folder, 'ended'))).toBe(true)
  const pid = Number(readFileSync(join(folder, 'pid'), 'utf8'))
  expect(() => process.kill(pid, 0)).toThrow()
})

it.each(['--check', '--jobs', '--retry-jobs'])(
  'npm start -- %s installs and builds nothing: a server may run out of the folder',
  (option) => {
    const place = mkdtempSync(join(folder, 'question-'))
    cpSync(join(import.meta.dirname, '..', 'scripts'), join(place, 'scripts'), { recursive: true })
    const ask = () =>
      spawnSync(process.execPath, [join(place, 'scripts', 'start.mjs'), option], { encoding: 'utf8' })
    const asked = ask()
    expect([asked.status, asked.stderr]).toEqual([1, expect.stringContaining('Nothing is built here yet.')])

    writeFileSync(join(place, 'package-lock.json'), 'another version')
    for (const path of ['node_modules', 'apps/server/dist', 'apps/web/dist'])
      mkdirSync(join(place, path), { recursive: true })
    writeFileSync(join(place, 'node_modules', 'used'), 'by a running server')
    writeFileSync(join(place, 'apps', 'web', 'dist', 'index.html'), '')
    writeFileSync(join(place, 'apps', 'server', 'dist', 'main.js'), `process.stdout.write('answered')`)
    expect(ask()).toMatchObject({ status: 0, stdout: 'answered' })
    expect(existsSync(join(place, 'node_modules', 'used'))).toBe(true)
    expect(existsSync(join(place, '.cache'))).toBe(false)
  },
)
