import { existsSync, mkdirSync, renameSync } from 'node:fs'
import { join } from 'node:path'

const TRIES = 5
/** Another process has put its folder there in between. */
const TAKEN = new Set(['ENOTEMPTY', 'EEXIST'])

/**
 * Gives the folder `made` the name `place` and moves what had it into the folder `formers`. Whoever has files of the former folder open
 * keeps them, and finds the new ones under the same paths. All three are on one file system.
 */
export function replaceFolder(made, place, formers) {
  mkdirSync(formers, { recursive: true })
  for (let tries = 1; ; tries += 1) {
    const moved = join(formers, String(tries))
    if (existsSync(place)) renameSync(place, moved)
    try {
      renameSync(made, place)
      return
    } catch (error) {
      if (existsSync(moved) && !existsSync(place)) renameSync(moved, place)
      if (!TAKEN.has(error.code) || tries === TRIES) throw error
    }
  }
}
