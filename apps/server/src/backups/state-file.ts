import { readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { z } from 'zod'

/** A small file that says how something goes, in each of several folders. */
export interface StateFile<T> {
  /** Reads the content; null where there is no file or it cannot be read. */
  read(dir: string): Promise<T | null>
  /** Writes it as a whole or not at all. Where that fails, this process knows it until somebody writes the file. */
  write(dir: string, content: T): Promise<void>
}

/** The clock that dates files goes in steps as long as this, and is behind ours in between. */
const STEP_OF_FILE_TIMES_MS = 10

/** Keeps a state in the file of that name below a folder. */
export function stateFile<T>(schema: z.ZodType<T>, name: string): StateFile<T> {
  /** States that could not be written, by folder: the disk is full, or the folder is gone. */
  const unwritten = new Map<string, { content: T; atMs: number }>()

  /** Another process, which has the work by now, may have written since. */
  async function remembered(dir: string): Promise<{ content: T } | null> {
    const kept = unwritten.get(dir)
    if (kept === undefined) return null
    const { mtimeMs } = await stat(join(dir, name)).catch(() => ({ mtimeMs: 0 }))
    if (mtimeMs <= kept.atMs - STEP_OF_FILE_TIMES_MS) return kept
    unwritten.delete(dir)
    return null
  }

  return {
    async read(dir) {
      const kept = await remembered(dir)
      if (kept !== null) return kept.content
      try {
        return schema.parse(JSON.parse(await readFile(join(dir, name), 'utf8')))
      } catch {
        return null
      }
    },
    async write(dir, content) {
      const path = join(dir, name)
      const draft = join(dirname(path), `.${process.pid}.state`)
      unwritten.set(dir, { content, atMs: Date.now() })
      try {
        await writeFile(draft, `${JSON.stringify(content, null, 2)}\n`, { mode: 0o600, flush: true })
        await rename(draft, path)
      } catch (error) {
        await rm(draft, { force: true }).catch(() => {})
        throw error
      }
      unwritten.delete(dir)
    },
  }
}
