import { type FileHandle, mkdir, open } from 'node:fs/promises'
import { join } from 'node:path'
import type { TarPart } from './tar-entries.ts'

/** Writes the files of a backup below a new folder, for their owner alone. */
export interface FolderWriter {
  /** Rejects once the writer is closed: nobody would close the file. */
  take(part: TarPart): Promise<void>
  close(): Promise<void>
}

/** Makes the folder. Rejects where it exists, with the system's error. */
export async function writeFolder(folder: string): Promise<FolderWriter> {
  await mkdir(folder, { mode: 0o700 })
  let file: FileHandle | null = null
  let isClosed = false

  async function closeFile(): Promise<void> {
    await file?.close()
    file = null
  }

  return {
    async close() {
      isClosed = true
      await closeFile()
    },
    async take(part) {
      if (isClosed) throw new Error(`The folder ${folder} is closed.`)
      if (part.kind === 'bytes') {
        await file?.writeFile(part.bytes)
        return
      }
      await closeFile()
      if (part.kind === 'folder') await mkdir(join(folder, part.name), { recursive: true, mode: 0o700 })
      else file = await open(join(folder, part.name), 'wx', 0o600)
    },
  }
}
