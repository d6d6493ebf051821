import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { startThatEnds } from '@cairn/testing/ended-start'
import { PATIENTLY } from '@cairn/testing/patience'
import { startServerProcess } from '@cairn/testing/server-process'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { packRelease, type Release } from './support/release.ts'

const ROOT = join(import.meta.dirname, '..')
let release: Release
let folder: string
let program: string

/** The time to build, install and pack a release. */
const PACKED_WITHIN_MS = 900_000

beforeAll(() => {
  release = packRelease()
  folder = release.extract()
  program = join(folder, 'cairn.mjs')
}, PACKED_WITHIN_MS)

afterAll(() => release.remove())

/** An ordinary user, and never root. */
const SOMEONE = 65_534

/** Makes a folder and everything in it read-only; returns the function that undoes this, so that it can be removed. */
function closeForWriting(place: string): () => void {
  const below = readdirSync(place, { recursive: true, encoding: 'utf8' }).map((path) => join(place, path))
  const changed = [place, ...below].filter((path) => !lstatSync(path).isSymbolicLink())
  for (const path of changed) chmodSync(path, lstatSync(path).mode & 0o555)
  return () => {
    for (const path of changed) chmodSync(path, lstatSync(path).mode | 0o200)
  }
}

const sumsHold = (place: string) =>
  spawnSync('sha256sum', ['-c', '--quiet', 'SHA256SUMS'], { cwd: place, encoding: 'utf8' })

describe('the archive of a release', () => {
  it('holds what runs: no package of the web app, of tests or of development, no tests, no types', () => {
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    const packages = files.flatMap((path) => /^node_modules\/((?:@[^/]+\/)?[^/]+)$/.exec(path)?.[1] ?? [])
    expect(packages).toEqual(expect.arrayContaining(['bcrypt', 'hono', 'postgres', 'zod']))
    expect(
      packages.filter((name) =>
        /^(?:react|vite|vitest|typescript|esbuild|playwright|@types\/|@cairn\/)/.test(name),
      ),
    ).toEqual([])
    expect(
      files.filter((path) => /\.(?:[cm]?ts|map)$|\.test\.|(?:^|\/)(?:tests?|__tests__)(?:\/|$)/.test(path)),
    ).toEqual([])
    expect(readdirSync(folder).toSorted()).toEqual([
      'CHANGELOG.md',
      'LICENSES-web-app.txt',
      'README.md',
      'SHA256SUMS',
      'apps',
      'cairn.mjs',
      'deploy',
      'node_modules',
      'package.json',
      'packages',
      'supabase',
    ])
  })

  it('holds the migrations of this version, and a sum of each file', () => {
    for (const path of ['supabase/migrations', 'packages/auth/migrations'])
      expect(readdirSync(join(folder, path))).toEqual(readdirSync(join(ROOT, path)))
    expect(sumsHold(folder)).toMatchObject({ status: 0, stdout: '' })
    const changed = release.extract()
    writeFileSync(join(changed, 'apps', 'web', 'dist', 'index.html'), 'changed')
    expect(sumsHold(changed)).toMatchObject({ status: 1, stdout: 'apps/web/dist/index.html: FAILED\n' })
  })

  it('has the same bytes when it is packed again', () => {
    expect(readFileSync(release.packAgain()).equals(readFileSync(release.archive))).toBe(true)
  })
})

describe('node cairn.mjs', () => {
  it('serves, answers --check and --jobs, keeps its data beside the release, and writes nothing into it', async () => {
    // A manual start names no data folder.
    const server = await startServerProcess({ CAIRN_DATA_DIR: '' }, null, { program })
    try {
      expect((await fetch(`${server.url}/`)).headers.get('content-type')).toMatch('text/html')
      expect(existsSync(join(dirname(folder), '.cairn', 'secret'))).toBe(true)
      expect(await startThatEnds({}, ['--check'], program)).toMatchObject({
        code: 0,
        said: '',
        wrote: 'The database is up to date: a start applies nothing.\n',
      })
      expect(await startThatEnds({}, ['--jobs'], program)).toMatchObject({
        code: 0,
        wrote: expect.stringMatching(/^count records: /m),
      })
    } finally {
      await server.dispose()
    }
    expect(sumsHold(folder)).toMatchObject({ status: 0, stdout: '' })
  })

  it('serves out of a folder that its user may not write to, as the container does', async () => {
    const closed = release.extract()
    const open = closeForWriting(closed)
    const dataDir = join(dirname(closed), 'data')
    mkdirSync(dataDir)
    const user = process.getuid?.() === 0 ? { uid: SOMEONE, gid: SOMEONE } : {}
    if (user.uid !== undefined) chownSync(dataDir, user.uid, user.gid)
    const server = await startServerProcess({ CAIRN_DATA_DIR: dataDir, HOME: '/' }, null, {
      program: join(closed, 'cairn.mjs'),
      ...user,
    })
    try {
      expect((await fetch(`${server.url}/readyz`)).status).toBe(200)
      expect(statSync(join(dataDir, 'secret')).uid).toBe(user.uid ?? process.getuid?.())
    } finally {
      await server.dispose()
      open()
    }
  })

  it('refuses a word that it does not know, and starts nothing', async () => {
    const { code, said } = await startThatEnds({ CAIRN_DATA_DIR: join(folder, 'never') }, ['--chek'], program)
    expect([code, said]).toEqual([
      1,
      'Cairn does not know --chek. It takes --check, --jobs, --retry-jobs, --project <folder>, a command (help lists them), or nothing for a start.\n',
    ])
    expect(existsSync(join(folder, 'never'))).toBe(false)
  })

  it.each([
    ['another Node', { engines: { node: '>=99.0' } }, /^Cairn needs Node 99\.0 or newer; this is \S+\.\n$/],
    [
      'another processor',
      { cpu: ['ia64'] },
      /^This release of Cairn is for \S+-ia64; this machine is \S+\. Take its own\.\n$/,
    ],
    ['another system', { os: ['plan9'] }, /^This release of Cairn is for plan9-\S+; this machine is/],
  ])('refuses to start where the release was made for %s, and says so', async (_what, change, sentence) => {
    const other = release.extract()
    const manifest = z.looseObject({}).parse(JSON.parse(readFileSync(join(other, 'package.json'), 'utf8')))
    writeFileSync(join(other, 'package.json'), JSON.stringify({ ...manifest, ...change }))
    const { code, said } = await startThatEnds({}, [], join(other, 'cairn.mjs'))
    expect([code, said]).toEqual([1, expect.stringMatching(sentence)])
    expect(existsSync(join(dirname(other), '.cairn'))).toBe(false)
  })
})

it('keeps a server running, and revives its Postgres, when npm start installs another version into its folder', async () => {
  // The contents of a release have the shape of a project.
  const project = release.extract()
  for (const path of [
    'scripts',
    'package.json',
    'package-lock.json',
    'tsconfig.base.json',
    'packages/auth/package.json',
  ])
    cpSync(join(ROOT, path), join(project, path), { recursive: true })
  for (const path of ['apps/server', 'apps/web'])
    cpSync(join(ROOT, path, 'package.json'), join(project, path, 'package.json'))
  const paths = join('apps', 'server', 'src', 'settings', 'paths.ts')
  cpSync(join(ROOT, paths), join(project, paths))
  // This stands in for npm, which needs a network: it installs the same packages.
  const npm = join(project, 'programs', 'npm')
  mkdirSync(dirname(npm))
  writeFileSync(npm, '#!/bin/sh\nexec cp -a ../../node_modules .\n')
  chmodSync(npm, 0o755)
  // The build is not under test here.
  writeFileSync(join(project, 'scripts', 'build.mjs'), '')

  const server = await startServerProcess({}, null, {
    program: join(project, 'apps', 'server', 'dist', 'main.js'),
  })
  try {
    const before = readFileSync(join(server.dataDir, 'postgres', 'data', 'postmaster.pid'), 'utf8').split(
      '\n',
    )[0]
    const installed = await startThatEnds(
      { PATH: `${dirname(npm)}:${process.env['PATH']}`, CAIRN_DATA_DIR: server.dataDir, PORT: '1' },
      [],
      join(project, 'scripts', 'start.mjs'),
    )
    expect(installed.wrote).toMatch('Installing …')
    expect(installed.said).toMatch(`Another Cairn is already running on ${realpathSync(server.dataDir)}.`)
    expect((await fetch(`${server.url}/readyz`)).status).toBe(200)

    process.kill(Number(before), 'SIGKILL')
    await vi.waitFor(async () => {
      const [now] = readFileSync(join(server.dataDir, 'postgres', 'data', 'postmaster.pid'), 'utf8').split(
        '\n',
      )
      expect(now).not.toBe(before)
      expect((await fetch(`${server.url}/readyz`)).status).toBe(200)
    }, PATIENTLY)
  } finally {
    await server.dispose()
  }
})

it.each([[['--help']], [['one.tar.gz', 'two.tar.gz']], [['archive.zip']]])(
  'npm run release refuses %j',
  (parameters) => {
    const { status, stderr } = spawnSync(
      process.execPath,
      [join(ROOT, 'scripts', 'release', 'main.mjs'), ...parameters],
      {
        encoding: 'utf8',
      },
    )
    expect([status, stderr]).toEqual([
      1,
      expect.stringMatching(/^npm run release takes the path of the archive.*\n$/),
    ])
  },
)

it('says where npm run release cannot write, and leaves nothing behind', () => {
  const file = join(dirname(folder), 'file')
  writeFileSync(file, '')
  const { status, stderr } = spawnSync(
    process.execPath,
    [join(ROOT, 'scripts', 'release', 'main.mjs'), join(file, 'cairn.tar.gz')],
    { encoding: 'utf8' },
  )
  expect([status, stderr]).toEqual([1, expect.stringMatching(/^The release could not be written: .*\n$/)])
})
