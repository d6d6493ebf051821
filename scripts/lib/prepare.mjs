import { createHash } from 'node:crypto'
import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { install } from './install.mjs'
import { orSayWhy } from './refused-writes.mjs'
import { ROOT, run } from './run.mjs'

const CACHE = join(ROOT, '.cache')
const OLDEST_NODE = [20, 19]

/** The sources of the built server and app. */
const SOURCES = [
  'apps/server/src',
  'apps/web',
  'packages',
  'scripts',
  'package-lock.json',
  'tsconfig.base.json',
]
const NOT_SOURCES = new Set(['node_modules', 'dist', 'dist.new', 'dist.old', 'testing'])
/** The folders that get a build each. */
const BUILT_IN = ['apps/server', 'apps/web']
const BUILT = ['apps/server/dist/main.js', 'apps/web/dist/index.html']

/** Stops with a sentence when Node is too old for the following steps. */
export function requireNode() {
  const [major, minor] = process.versions.node.split('.').map(Number)
  if (major > OLDEST_NODE[0] || (major === OLDEST_NODE[0] && minor >= OLDEST_NODE[1])) return
  console.error(`Cairn needs Node ${OLDEST_NODE.join('.')} or newer; this is ${process.versions.node}.`)
  process.exit(1)
}

/** Installs from the lock file when the installed packages differ from it. */
export async function ensureInstalled() {
  const wanted = digest([readFileSync(join(ROOT, 'package-lock.json'))])
  if (existsSync(join(ROOT, 'node_modules')) && remembered('installed') === wanted) return
  await orSayWhy(async () => {
    accessSync(ROOT, constants.W_OK)
    console.log('Installing …')
    if ((await install()) !== 0) {
      console.error(
        'The packages could not be installed; npm says why above. Those that were installed before are still there.',
      )
      process.exit(1)
    }
    remember('installed', wanted)
  })
}

/** Builds the server and the web app when their sources have changed since the last time. */
export async function ensureBuilt() {
  const wanted = digest(SOURCES.flatMap((path) => fingerprints(path)))
  if (BUILT.every((path) => existsSync(join(ROOT, path))) && remembered('built') === wanted) return
  await orSayWhy(async () => {
    for (const folder of BUILT_IN) accessSync(join(ROOT, folder), constants.W_OK)
    console.log('Building …')
    if ((await run(process.execPath, ['scripts/build.mjs'])) !== 0) process.exit(1)
    remember('built', wanted)
  })
}

/** Stops with a sentence where packages or a build are missing; installs and builds nothing. */
export function requireBuilt() {
  if ([...BUILT, 'node_modules'].every((path) => existsSync(join(ROOT, path)))) return
  console.error('Nothing is built here yet. Start Cairn once with `npm start`, then ask again.')
  process.exit(1)
}

/** Path, size and time of every file below a path: enough to notice a change, quick enough for every start. */
function fingerprints(path) {
  const stat = statSync(join(ROOT, path))
  if (!stat.isDirectory()) return [`${path} ${stat.size} ${stat.mtimeMs}`]
  return readdirSync(join(ROOT, path))
    .filter((name) => !NOT_SOURCES.has(name))
    .flatMap((name) => fingerprints(join(path, name)))
}

function digest(parts) {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part).update('\n')
  return hash.digest('hex')
}

function remembered(name) {
  const path = join(CACHE, name)
  return existsSync(path) ? readFileSync(path, 'utf8') : null
}

function remember(name, value) {
  mkdirSync(CACHE, { recursive: true })
  writeFileSync(join(CACHE, name), value)
}
