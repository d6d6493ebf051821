import {
  chmodSync,
  copyFileSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { ROOT } from '../lib/run.mjs'
import { pathsBelow, sha256Of } from './archive.mjs'
import { productionPackages } from './production-packages.mjs'

/**
 * The files of our own that the server reads when it runs (apps/server/src/settings/paths.ts) or that operators read. The
 * server functions are in the bundle.
 */
const OURS = [
  'CHANGELOG.md',
  'apps/server/dist',
  'apps/web/dist',
  'deploy',
  'packages/auth/migrations',
  'supabase/config.toml',
  'supabase/migrations',
  'supabase/templates',
]
const SHIPPED = ['cairn.mjs', 'README.md']

/** Files of packages for those who build with them or read them: they never run. */
const NEVER_RUNS = /\.(?:map|a|[cm]?ts|flow|md)$|^(?:tests?|__tests__|pkgconfig|\.github)$/
const LICENCE = /^(?:licen[cs]e|notice|copying)/i

/**
 * Lays a release out in `folder`: the built server and app, the packages that the server needs and no others, the start
 * script, the licences, and the file `SHA256SUMS` over all of them.
 */
export function layOut(folder, version) {
  mkdirSync(folder)
  for (const path of OURS) copy(join(ROOT, path), join(folder, path))
  for (const path of productionPackages('apps/server')) copyPackage(path, folder)
  for (const name of SHIPPED) copy(join(import.meta.dirname, 'shipped', name), join(folder, name))
  write(join(folder, 'LICENSES-web-app.txt'), licencesOf('apps/web'))
  write(join(folder, 'package.json'), `${JSON.stringify(manifest(version), null, 2)}\n`)
  write(join(folder, 'SHA256SUMS'), sumsOf(folder))
}

/** Makes the manifest, which tells cairn.mjs and its readers on which machines this release runs. */
function manifest(version) {
  const { engines } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
  const libc = process.platform === 'linux' ? { libc: ['glibc'] } : {}
  return {
    name: 'cairn',
    version,
    private: true,
    type: 'module',
    license: 'UNLICENSED',
    engines,
    os: [process.platform],
    cpu: [process.arch],
    ...libc,
  }
}

/** A package without the packages inside it, which are listed by themselves. */
function copyPackage(path, folder) {
  for (const name of readdirSync(join(ROOT, path)))
    if (name !== 'node_modules' && runs(name)) copy(join(ROOT, path, name), join(folder, path, name))
}

const runs = (name) => LICENCE.test(name) || !NEVER_RUNS.test(name)

/** Copies a file, a link or a folder of them with permissions that do not depend on the user. */
function copy(from, to) {
  const found = lstatSync(from)
  mkdirSync(dirname(to), { recursive: true })
  if (found.isSymbolicLink()) symlinkSync(readlinkSync(from), to)
  else if (found.isDirectory()) {
    for (const name of readdirSync(from).filter(runs)) copy(join(from, name), join(to, name))
  } else {
    copyFileSync(from, to)
    chmodSync(to, (found.mode & 0o100) === 0 ? 0o644 : 0o755)
  }
}

function write(path, text) {
  writeFileSync(path, text)
  chmodSync(path, 0o644)
}

/** The licences of the packages whose code is in the built app. */
function licencesOf(workspace) {
  return productionPackages(workspace)
    .flatMap((path) =>
      readdirSync(join(ROOT, path))
        .filter((name) => LICENCE.test(name) && existsSync(join(ROOT, path, name)))
        .map(
          (name) =>
            `${path.slice('node_modules/'.length)}\n\n${readFileSync(join(ROOT, path, name), 'utf8').trim()}\n`,
        ),
    )
    .join(`\n${'-'.repeat(80)}\n`)
}

/** The lines for `sha256sum -c`. */
function sumsOf(folder) {
  return pathsBelow(folder)
    .filter(({ isFolder }) => !isFolder)
    .map(({ path }) => `${sha256Of(join(folder, path))}  ${path}\n`)
    .join('')
}
