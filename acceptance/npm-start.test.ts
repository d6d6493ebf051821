import { type SpawnSyncOptions, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PATIENTLY } from '@cairn/testing/patience'
import { afterAll, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'

const folder = mkdtempSync(join(tmpdir(), 'cairn-npm-start-'))
// A user without the right to write has to enter the folder.
chmodSync(folder, 0o755)

afterAll(() => rmSync(folder, { recursive: true, force: true }))

const packageJson = z.object({ scripts: z.object({ start: z.string() }) })

/** A stand-in for the server: reports its start, and takes a moment to end when asked to. */
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

it.each([
  'start.mjs --check',
  'start.mjs --jobs',
  'start.mjs --retry-jobs',
  'start.mjs jobs',
  'cairn.mjs jobs',
])('%s installs and builds nothing: a server may run out of the folder', (asking) => {
  const [script = '', word = ''] = asking.split(' ')
  const place = mkdtempSync(join(folder, 'question-'))
  cpSync(join(import.meta.dirname, '..', 'scripts'), join(place, 'scripts'), { recursive: true })
  const ask = () => spawnSync(process.execPath, [join(place, 'scripts', script), word], { encoding: 'utf8' })
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
})

/** Makes a project with one workspace and nothing to fetch, whose build and server only report that they ran. */
function openProject() {
  const place = mkdtempSync(join(folder, 'project-'))
  chmodSync(place, 0o755)
  const write = (path: string, text: string) => {
    mkdirSync(join(place, path, '..'), { recursive: true })
    writeFileSync(join(place, path), text)
  }
  cpSync(join(import.meta.dirname, '..', 'scripts'), join(place, 'scripts'), { recursive: true })
  write('package.json', JSON.stringify({ name: 'project', workspaces: ['packages/*'] }))
  write('packages/part/package.json', JSON.stringify({ name: '@cairn/part', version: '0.1.0' }))
  write('apps/server/src/main.ts', '')
  write('apps/web/index.html', '')
  write('tsconfig.base.json', '{}')
  write('scripts/build.mjs', BUILD)
  write('node_modules/used', 'by a running server')
  lock({})
  /** Writes the lock file, with a package that has to be fetched where one is named. */
  function lock(dependencies: Record<string, string>): void {
    const fetched = Object.keys(dependencies).map((name) => [`node_modules/${name}`, { version: '1.0.0' }])
    write('package.json', JSON.stringify({ name: 'project', workspaces: ['packages/*'], dependencies }))
    write(
      'package-lock.json',
      JSON.stringify({
        name: 'project',
        lockfileVersion: 3,
        requires: true,
        packages: {
          '': { name: 'project', workspaces: ['packages/*'], dependencies },
          'node_modules/@cairn/part': { resolved: 'packages/part', link: true },
          'packages/part': { name: '@cairn/part', version: '0.1.0' },
          ...Object.fromEntries(fetched),
        },
      }),
    )
  }
  const path = join(place, 'scripts', 'start.mjs')
  const env = { ...process.env, npm_config_registry: 'http://127.0.0.1:1', npm_config_fetch_retries: '0' }
  return {
    place,
    write,
    lock,
    has: (file: string) => existsSync(join(place, file)),
    rests: () => readdirSync(join(place, '.cache')).filter((name) => name.startsWith('installing-')),
    start: (options: SpawnSyncOptions = {}) =>
      spawnSync(process.execPath, [path], { env, cwd: '/', ...options, encoding: 'utf8' }),
    startInBackground: (changes: Record<string, string>) =>
      spawn(process.execPath, [path], { env: { ...env, ...changes }, stdio: 'ignore', detached: true }),
  }
}

const BUILD = `
  import { mkdirSync, writeFileSync } from 'node:fs'
  for (const [folder, file] of [['server', 'main.js'], ['web', 'index.html']]) {
    mkdirSync('apps/' + folder + '/dist', { recursive: true })
    writeFileSync('apps/' + folder + '/dist/' + file, "process.stdout.write('started')")
  }`

describe('npm start installs into a new folder, which replaces the former one,', () => {
  it('with links between our packages that lead to the same places', () => {
    const project = openProject()
    expect(project.start()).toMatchObject({ status: 0, stdout: expect.stringContaining('started') })
    expect(project.has('node_modules/used')).toBe(false)
    expect(realpathSync(join(project.place, 'node_modules', '@cairn', 'part'))).toBe(
      realpathSync(join(project.place, 'packages', 'part')),
    )
    expect(project.rests()).toEqual([])
    expect(project.start().stdout).toBe('started')
  })

  it('and changes nothing without a way to the registry: the former version starts again', () => {
    const project = openProject()
    project.start()
    project.write('node_modules/used', 'by a running server')
    project.lock({ 'not-in-any-cache-of-cairn': '1.0.0' })
    const refused = project.start()
    expect([refused.status, refused.stderr]).toEqual([1, expect.stringContaining('are still there.')])
    expect(refused.stderr).not.toMatch(/\n\s+at /)
    expect(project.has('node_modules/used')).toBe(true)
    expect(project.rests()).toEqual([])
    project.lock({})
    expect(project.start().stdout).toBe('Building …\nstarted')
  })

  it('and changes nothing when it is killed half way; the next start removes the remains', async () => {
    const project = openProject()
    const programs = join(project.place, 'programs')
    project.write('programs/npm', '#!/bin/sh\nmkdir -p node_modules/half\n: > "$MARK"\nexec sleep 600\n')
    chmodSync(join(programs, 'npm'), 0o755)
    const mark = join(project.place, 'mark')
    const start = project.startInBackground({ PATH: `${programs}:${process.env['PATH']}`, MARK: mark })
    await vi.waitFor(() => expect(existsSync(mark)).toBe(true), PATIENTLY)
    const gone = once(start, 'exit')
    process.kill(-Number(start.pid), 'SIGKILL')
    await gone
    expect(project.has('node_modules/used')).toBe(true)
    expect(project.rests()).toHaveLength(1)
    expect(project.start().stdout).toMatch('started')
    expect(project.rests()).toEqual([])
  })

  it('and restores the former packages when it was killed between the two renames', () => {
    const project = openProject()
    mkdirSync(join(project.place, '.cache', 'installing-4194304-x', 'former', 'node_modules'), {
      recursive: true,
    })
    renameSync(
      join(project.place, 'node_modules'),
      join(project.place, '.cache', 'installing-4194304-x', 'former', 'node_modules', '1'),
    )
    project.lock({ 'not-in-any-cache-of-cairn': '1.0.0' })
    expect(project.start().status).toBe(1)
    expect(project.has('node_modules/used')).toBe(true)
  })
})

describe('npm start says in a sentence that its folder cannot be written to,', () => {
  const someoneElse = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {}
  const closed = (paths: string[], work: () => void) => {
    for (const path of paths) chmodSync(path, 0o555)
    work()
    for (const path of paths) chmodSync(path, 0o755)
  }

  it('before it installs', () => {
    const { place, start } = openProject()
    closed([place], () => {
      const { status, stdout, stderr } = start(someoneElse)
      expect({ status, stdout }).toEqual({ status: 1, stdout: '' })
      expect(stderr).toMatch(/^The user \S+ may not write to \S+\. Give the folder to .*\n$/)
    })
  })

  it('before it builds', () => {
    const { place, start, write } = openProject()
    start()
    write('apps/web/index.html', 'changed')
    closed([place, join(place, 'apps', 'server'), join(place, 'apps', 'web')], () => {
      const { status, stdout, stderr } = start(someoneElse)
      expect({ status, stdout }).toEqual({ status: 1, stdout: '' })
      expect(stderr).toMatch(/^The user \S+ may not write to \S+server\. Give the folder to .*\n$/)
    })
  })

  it('and starts there all the same when it has nothing to install or build', () => {
    const { place, start } = openProject()
    start()
    closed([place, join(place, 'apps', 'server'), join(place, 'apps', 'web')], () =>
      expect(start(someoneElse)).toMatchObject({ status: 0, stdout: 'started', stderr: '' }),
    )
  })
})
