import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const ROOT = join(import.meta.dirname, '..', '..')
const INSTALLED = join(ROOT, 'node_modules')
/** Our own packages, which each commit has in another state. */
const OURS = '@cairn'
const LOCK = 'package-lock.json'

/** A commit of this project, built in a folder for itself. */
export interface Built {
  /** The program of its server. */
  program: string
  remove(): void
}

/** Checks out a commit into a temporary folder, and builds it there. Throws where git does not know it. */
export function buildCommit(ref: string): Built {
  const folder = mkdtempSync(join(tmpdir(), 'cairn-compared-'))
  const remove = () => rmSync(folder, { recursive: true, force: true })
  try {
    const archive = join(folder, 'archive.tar')
    run(ROOT, 'git', ['archive', `--output=${archive}`, ref])
    run(folder, 'tar', ['-xf', archive])
    rmSync(archive)
    if (read(join(folder, LOCK)) === read(join(ROOT, LOCK))) borrowPackages(join(folder, 'node_modules'))
    else run(folder, 'npm', ['ci', '--no-audit', '--no-fund'])
    run(folder, process.execPath, ['scripts/build.mjs'])
    return { program: join(folder, 'apps', 'server', 'dist', 'main.js'), remove }
  } catch (error) {
    remove()
    throw error
  }
}

/** Links the packages that are installed here, except our own, which link to its own folders. */
function borrowPackages(into: string): void {
  mkdirSync(into)
  for (const name of readdirSync(INSTALLED))
    if (name === OURS)
      cpSync(join(INSTALLED, name), join(into, name), { recursive: true, verbatimSymlinks: true })
    else symlinkSync(join(INSTALLED, name), join(into, name))
}

const read = (path: string) => readFileSync(path, 'utf8')

function run(cwd: string, program: string, parameters: readonly string[]): void {
  const { status, stderr, error } = spawnSync(program, parameters, { cwd, encoding: 'utf8' })
  if (status !== 0) throw new Error(`${program} ${parameters.join(' ')}: ${error?.message ?? stderr}`)
}
