import { execFileSync, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { chmodSync, createWriteStream, lutimesSync, readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'

/** A fixed time in place of that of packing, so that the same contents make the same archive. */
const TIME = new Date('2000-01-01T00:00:00Z')

/** Lists everything below a folder by path: the order is the same on every machine. */
export function pathsBelow(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .map((entry) => ({
      path: relative(folder, join(entry.parentPath, entry.name)),
      isFolder: entry.isDirectory(),
    }))
    .sort((one, other) => (one.path < other.path ? -1 : 1))
}

/** The SHA-256 of a file, in hexadecimal digits. */
export function sha256Of(path) {
  return createHash('sha256').update(readFileSync(path)).digest('hex')
}

/**
 * Packs the folder `name` of `place` into `archive` (tar, gzip), with tar of GNU or BSD. Time, owner and order are fixed:
 * the same files make the same bytes.
 */
export async function pack(place, name, archive) {
  const below = pathsBelow(join(place, name)).map(({ path, isFolder }) => ({
    path: join(name, path),
    isFolder,
  }))
  const all = [{ path: name, isFolder: true }, ...below]
  // The contents of a folder come first: writing a file's time leaves its folder alone, making the file did not.
  for (const { path, isFolder } of all) {
    if (isFolder) chmodSync(join(place, path), 0o755)
    lutimesSync(join(place, path), TIME, TIME)
  }
  const parameters = [
    '--format=ustar',
    '--no-recursion',
    ...ownedByRoot(),
    '-cf',
    '-',
    '-C',
    place,
    '-T',
    '-',
  ]
  const tar = spawn('tar', parameters, { stdio: ['pipe', 'pipe', 'inherit'] })
  const ended = once(tar, 'close')
  tar.stdin.end(all.map(({ path }) => `${path}\n`).join(''))
  await pipeline(tar.stdout, createGzip(), createWriteStream(archive))
  const [code] = await ended
  if (code !== 0) throw new Error(`tar ended with ${code}.`)
}

function ownedByRoot() {
  const isGnu = execFileSync('tar', ['--version'], { encoding: 'utf8' }).includes('GNU')
  return isGnu
    ? ['--owner=0', '--group=0', '--numeric-owner']
    : ['--uid', '0', '--gid', '0', '--numeric-owner']
}
