import { execFileSync } from 'node:child_process'
import { chmodSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const MAIN = join(import.meta.dirname, '..', '..', 'scripts', 'release', 'main.mjs')

/** The archive of a release, in a folder of a test file's own. */
export interface Release {
  archive: string
  /** Packs what was built once more, into another file. */
  packAgain(): string
  /** Extracts it into a new folder, as an operator does; returns the folder of the release. */
  extract(): string
  remove(): void
}

/** Packs what was built, as `npm run release` does. */
export function packRelease(): Release {
  const folder = mkdtempSync(join(tmpdir(), 'cairn-release-'))
  // Root's Postgres is another user, who has to come through.
  chmodSync(folder, 0o755)
  const pack = (name: string) => {
    execFileSync(process.execPath, [MAIN, join(folder, name)], { stdio: ['ignore', 'ignore', 'inherit'] })
    return join(folder, name)
  }
  const archive = pack('cairn.tar.gz')
  return {
    archive,
    packAgain: () => pack('again.tar.gz'),
    extract() {
      const place = mkdtempSync(join(folder, 'place-'))
      chmodSync(place, 0o755)
      execFileSync('tar', ['-xzf', archive], { cwd: place })
      const [name = ''] = readdirSync(place)
      return join(place, name)
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}
