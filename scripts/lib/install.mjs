import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
} from 'node:fs'
import { join } from 'node:path'
import { replaceFolder } from './replace-folder.mjs'
import { ROOT, run } from './run.mjs'

const CACHE = join(ROOT, '.cache')
const DRAFT = /^installing-(\d+)-/
const INSTALLED = 'node_modules'
const FORMERS = 'former'
const MANIFESTS = ['package.json', 'package-lock.json', '.npmrc']

/**
 * Installs the packages of package-lock.json into a separate folder, which then replaces `node_modules`. So a server
 * that runs out of this project keeps its files, and an installation that fails or is killed leaves the former one there.
 * The links between our own packages are relative, and right in either place.
 *
 * Resolves with npm's exit code. Throws what the file system refuses.
 */
export async function install() {
  mkdirSync(CACHE, { recursive: true })
  clearAway()
  const draft = mkdtempSync(join(CACHE, `installing-${process.pid}-`))
  try {
    copyManifests(draft)
    const code = await run('npm', ['ci', '--no-audit', '--no-fund'], { cwd: draft })
    if (code === 0) takePlace(draft)
    return code
  } finally {
    rmSync(draft, { recursive: true, force: true })
  }
}

/** Removes what killed installations left, and puts back what one of them had just moved away. */
function clearAway() {
  for (const name of readdirSync(CACHE)) {
    const [, pid] = DRAFT.exec(name) ?? []
    if (pid === undefined || isRunning(Number(pid))) continue
    const formers = join(CACHE, name, FORMERS, INSTALLED)
    const [moved] = existsSync(formers) ? readdirSync(formers) : []
    if (moved !== undefined && !existsSync(join(ROOT, INSTALLED)))
      renameSync(join(formers, moved), join(ROOT, INSTALLED))
    rmSync(join(CACHE, name), { recursive: true, force: true })
  }
}

function isRunning(pid) {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return error.code === 'EPERM'
  }
}

/** The folders of our own packages: package.json names them as `apps/*`. */
function workspaces() {
  const { workspaces: patterns = [] } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
  return patterns
    .map((pattern) => pattern.replace(/\/\*$/, ''))
    .filter((parent) => existsSync(join(ROOT, parent)))
    .flatMap((parent) => readdirSync(join(ROOT, parent)).map((name) => join(parent, name)))
    .filter((folder) => existsSync(join(ROOT, folder, 'package.json')))
}

function copyManifests(draft) {
  for (const name of MANIFESTS) if (existsSync(join(ROOT, name))) cpSync(join(ROOT, name), join(draft, name))
  for (const folder of workspaces()) {
    mkdirSync(join(draft, folder), { recursive: true })
    cpSync(join(ROOT, folder, 'package.json'), join(draft, folder, 'package.json'))
  }
}

/** npm puts a package into a workspace when that needs another version than the others do. */
function takePlace(draft) {
  for (const folder of ['', ...workspaces()]) {
    const [made, place] = [join(draft, folder, INSTALLED), join(ROOT, folder, INSTALLED)]
    if (folder === '') mkdirSync(made, { recursive: true })
    if (existsSync(made)) replaceFolder(made, place, join(draft, FORMERS, folder, INSTALLED))
    else rmSync(place, { recursive: true, force: true })
  }
}
