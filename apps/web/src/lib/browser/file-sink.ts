import { saveFile } from './save-file.ts'

/** Where a file goes that comes piece by piece. */
export interface FileSink {
  write(piece: Uint8Array<ArrayBuffer>): Promise<void>
  /** The file is whole. */
  close(): Promise<void>
  /** Nothing of it is kept. */
  abort(): Promise<void>
}

declare global {
  interface Window {
    /** Chromium has it. */
    showSaveFilePicker?: (options: { suggestedName: string }) => Promise<FileSystemFileHandle>
  }
}

/**
 * Opens a file under a name: where the browser lets the user choose a place, straight to the disk; elsewhere it is
 * collected and downloaded at its end. Null where the user chooses none.
 */
export async function openFileSink(name: string, type: string): Promise<FileSink | null> {
  if (window.showSaveFilePicker === undefined) return collectingSink(name, type)
  try {
    const handle = await window.showSaveFilePicker({ suggestedName: name })
    const stream = await handle.createWritable()
    return {
      write: (piece) => stream.write(piece),
      close: () => stream.close(),
      abort: () => stream.abort(),
    }
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') return null
    return collectingSink(name, type)
  }
}

/** As blobs, the browser may keep the pieces outside of its memory. */
function collectingSink(name: string, type: string): FileSink {
  let pieces: Blob[] = []
  return {
    async write(piece) {
      pieces.push(new Blob([piece]))
    },
    async close() {
      saveFile(new Blob(pieces, { type }), name)
    },
    async abort() {
      pieces = []
    },
  }
}
