import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../lib/run.mjs'

const INSTALLED = /(?:^|\/)node_modules\//

/**
 * The folders of all packages that a workspace needs to run, as package-lock.json has them: what it depends on and what
 * these depend on, but neither what only development needs nor types. Our own packages are left out, as they are in the
 * bundle; so are optional packages for other platforms.
 *
 * @param {string} workspace such as `apps/server`
 * @returns {string[]} paths below the project's root, such as `node_modules/zod`, in their order
 */
export function productionPackages(workspace) {
  const { packages } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8'))
  const seen = new Set()
  const waiting = [workspace]
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (seen.has(path)) continue
    seen.add(path)
    const { dependencies, optionalDependencies } = packages[path]
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies })) {
      const found = name.startsWith('@types/') ? null : locate(packages, path, name)
      if (found !== null) waiting.push(found)
    }
  }
  return [...seen].filter((path) => INSTALLED.test(path)).sort()
}

/** Where Node finds a package for one that asks for it: beside it, or further up. Null where none is installed. */
function locate(packages, from, name) {
  for (let folder = from; ; folder = folder.slice(0, Math.max(folder.lastIndexOf('/'), 0))) {
    const path = join(folder, 'node_modules', name)
    const entry = packages[path]
    if (entry?.link) return entry.resolved
    if (entry !== undefined && existsSync(join(ROOT, path))) return path
    if (folder === '') return null
  }
}
