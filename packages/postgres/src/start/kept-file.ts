import { existsSync, linkSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { StartFailed } from './start-failed.ts'

/**
 * Reads a secret of the installation, which is made where there is no file yet; of several starts at the same moment
 * the first one's is kept. The file is there as a whole or not at all, even after a power cut.
 *
 * Throws {@link StartFailed} when it holds fewer than `atLeast` characters: what depends on it could not be read.
 */
export function keptFile(path: string, atLeast: number, make: () => string): string {
  if (!existsSync(path)) {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
    const draft = `${path}.${process.pid}`
    removeDrafts(path)
    writeFileSync(draft, make(), { mode: 0o600, flush: true })
    // Creating the link fails where another start was faster: its file is kept.
    if (!existsSync(path)) linkSync(draft, path)
    rmSync(draft, { force: true })
  }
  const kept = readFileSync(path, 'utf8').trim()
  if (kept.length >= atLeast) return kept
  throw new StartFailed(
    `The file ${path} ${kept === '' ? 'is empty' : 'has been cut short'}. Put it back from your backup: it cannot be made again.`,
  )
}

/** Those of starts that were killed. */
function removeDrafts(path: string): void {
  const drafts = readdirSync(dirname(path)).filter((name) => name.startsWith(`${basename(path)}.`))
  for (const name of drafts) {
    if (isOver(Number(name.slice(basename(path).length + 1))))
      rmSync(join(dirname(path), name), { force: true })
  }
}

/** Whether a start with that process id is over. Ours is no other's: it was that of an earlier start. */
export function isOver(pid: number): boolean {
  if (pid === process.pid) return true
  try {
    process.kill(pid, 0)
    return false
  } catch (error) {
    return !(error instanceof Error && 'code' in error && error.code === 'EPERM')
  }
}
