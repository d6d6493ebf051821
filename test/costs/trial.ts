import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'

const ROOT = join(import.meta.dirname, '..', '..')
const MODULES = join(ROOT, 'node_modules')
const TSC = join(MODULES, 'typescript-native', 'bin', 'tsc')

/** A change of the product that is tried out and thrown away. */
export interface Trial {
  /** The patch file beside this one. */
  patch: string
  /** The number of files that it may add and change by hand. */
  most: { added: number; changed: number }
}

/** Files that others write: commands, translators, and the tests of the change itself. */
const NOT_COUNTED = [
  /^docs\/develop\/(data-model|scale)\.md$/,
  /client\/database-types\.ts$/,
  /^docs\/use\/refusals\.md$/,
  /\/languages\/refusals\.json$/,
  /\/built-in-(columns|fields|uses)\.ts$/,
  /\.test\.tsx?$/,
  /^supabase\/tests\//,
  /^apps\/web\/src\/screen-tests\//,
  /^packages\/workspace\/src\/contract\//,
]

/** The files that a developer adds or changes by hand for a trial. */
interface CountedFiles {
  added: readonly string[]
  changed: readonly string[]
}

/** The product with all changes, in a folder of its own. */
export interface TriedProduct {
  folder: string
  /** By the name of the patch. */
  files: ReadonlyMap<string, CountedFiles>
  remove(): void
}

/** Copies the product and applies the changes, one after the other. @throws where one does not fit any more. */
export function tryOut(trials: readonly Pick<Trial, 'patch'>[]): TriedProduct {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'cairn-trial-')))
  for (const file of linesOf('git', ['ls-files', '--cached', '--others', '--exclude-standard'], ROOT))
    cpSync(join(ROOT, file), join(folder, file))
  linkModules(join(folder, 'node_modules'))
  const existed = new Set(linesOf('git', ['ls-files'], ROOT))
  return {
    folder,
    files: new Map(trials.map(({ patch }) => [patch, applied(patch, folder, existed)])),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}

function applied(patch: string, folder: string, existed: ReadonlySet<string>): CountedFiles {
  const path = join(import.meta.dirname, patch)
  const files = linesOf('git', ['apply', '--numstat', path], folder).map((line) => line.split('\t')[2] ?? '')
  linesOf('git', ['apply', '--whitespace=nowarn', path], folder)
  const counted = files.filter((file) => !NOT_COUNTED.some((pattern) => pattern.test(file)))
  return {
    added: counted.filter((file) => !existed.has(file)),
    changed: counted.filter((file) => existed.has(file)),
  }
}

/** The complaints of the compiler about the tried product; empty where it is content. */
export function complaintsOfTypes(folder: string): string {
  const projects = ['tsconfig.json', 'apps/web/tsconfig.json']
  return projects
    .map((project) => spawnSync(process.execPath, [TSC, '-p', project], { cwd: folder, encoding: 'utf8' }))
    .map(({ stdout, stderr }) => stdout + stderr)
    .join('')
}

/** Links libraries to those of the product, and its own packages to those of the copy. */
function linkModules(target: string): void {
  mkdirSync(target)
  for (const name of readdirSync(MODULES)) {
    if (name === '@cairn') continue
    if (name === '.cache') mkdirSync(join(target, name))
    else symlinkSync(join(MODULES, name), join(target, name))
  }
  mkdirSync(join(target, '@cairn'))
  for (const name of readdirSync(join(MODULES, '@cairn'))) {
    const own = relative(ROOT, realpathSync(join(MODULES, '@cairn', name)))
    symlinkSync(join(dirname(target), own), join(target, '@cairn', name))
  }
}

function linesOf(command: string, args: readonly string[], cwd: string): string[] {
  const { status, stdout, stderr } = spawnSync(command, args, { cwd, encoding: 'utf8' })
  if (status !== 0) throw new Error(`${command} ${args[0]} failed: ${stderr}`)
  return stdout.split('\n').filter(Boolean)
}
