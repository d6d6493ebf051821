import { readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { z } from 'zod'

/** A small file that says how something goes, in each of several folders. */
export interface StateFile<T> {
  /** What is in it; null where there is none, and where nobody can read it. */
  read(dir: string): Promise<T | null>
  /** Writes it as a whole or not at all. Where that fails, this process knows it until it is written. */
  write(dir: string, content: T): Promise<void>
}

/** Keeps a state in the file of that name below a folder. */
export function stateFile<T>(schema: z.ZodType<T>, name: string): StateFile<T> {
  /** What could not be written down, by folder: the disk is full, or the folder is gone. */
  const unwritten = new Map<string, T>()
  return {
    async read(dir) {
      const remembered = unwritten.get(dir)
      if (remembered !== undefined) return remembered
      try {
        return schema.parse(JSON.parse(await readFile(join(dir, name), 'utf8')))
      } catch {
        return null
      }
    },
    async write(dir, content) {
      const path = join(dir, name)
      const draft = join(dirname(path), `.${process.pid}.state`)
      unwritten.set(dir, content)
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
