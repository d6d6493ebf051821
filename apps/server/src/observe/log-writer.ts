import { writeSync } from 'node:fs'

/** Where the log's lines go. */
export interface LogWriter {
  write(line: string): void
}

interface LogWriterOptions {
  /**
   * Writes bytes and returns how many: throws where there is no room. `patient` is false while lines are being dropped:
   * then nothing is waited for.
   */
  write: (bytes: Uint8Array, patient: boolean) => number
  /** Called with the system's error when lines begin to be dropped. */
  failed: (error: unknown) => void
  /** Called with the number of dropped lines when a line can be written again. */
  recovered: (dropped: number) => void
}

/**
 * Writes lines, and drops and counts them where they cannot be written: a full disk is no reason not to answer. What is
 * left of a line that was written in part stands on a separate line.
 */
export function createLogWriter({ write, failed, recovered }: LogWriterOptions): LogWriter {
  let dropped = 0
  let torn = false

  function writeAll(text: string): void {
    let bytes: Uint8Array = Buffer.from(torn ? `\n${text}` : text)
    while (bytes.length > 0) {
      bytes = bytes.subarray(write(bytes, dropped === 0))
      torn = true
    }
    torn = false
  }

  return {
    write(line) {
      try {
        writeAll(line)
      } catch (error) {
        dropped += 1
        if (dropped === 1) failed(error)
        return
      }
      const count = dropped
      dropped = 0
      if (count > 0) recovered(count)
    },
  }
}

const STANDARD_OUTPUT = 1
const STANDARD_ERROR = 2

const LOOK_AGAIN_MS = 5
const PATIENCE_MS = 500
const pause = new Int32Array(new SharedArrayBuffer(4))

/** Writes to standard output. Where that is a pipe which nobody empties at the moment, it waits a little. */
export function writeToStandardOutput(bytes: Uint8Array, patient: boolean): number {
  const deadline = performance.now() + (patient ? PATIENCE_MS : 0)
  for (;;) {
    try {
      return writeSync(STANDARD_OUTPUT, bytes)
    } catch (error) {
      const isFull = error instanceof Error && 'code' in error && error.code === 'EAGAIN'
      if (!isFull || performance.now() >= deadline) throw error
      Atomics.wait(pause, 0, 0, LOOK_AGAIN_MS)
    }
  }
}

/** Says something to the person at the terminal, who may not be there: standard output is the log's. */
export function say(sentence: string): void {
  try {
    writeSync(STANDARD_ERROR, `${sentence}\n`)
  } catch {
    // The terminal is gone, or the disk is full.
  }
}
