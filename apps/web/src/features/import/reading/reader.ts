import { TableError } from '@cairn/tables/model/table-error'
import type { Asked, Question, Said } from './calls.ts'
import type { TableSession } from './table-session.ts'

/** A session in a separate thread, so that no file blocks the screen. */
export interface Reader extends TableSession {
  /** Ends the thread, whatever it is doing. Pending requests fail with `ReadingStopped`. */
  close(): void
}

/** The user stopped the reading. */
export class ReadingStopped extends Error {
  override readonly name = 'ReadingStopped'
}

/** A question that has no answer yet. */
interface Waiting {
  /** Each question knows what its answer is; the worker is of the same build. */
  hear: (message: MessageEvent) => void
  reject: (error: Error) => void
}

/** @param onProgress receives the share of a file that has been read, from 0 to 1 */
export function openReader(onProgress: (share: number) => void): Reader {
  const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' })
  const waiting = new Map<number, Waiting>()
  let last = 0

  worker.addEventListener('message', (message: MessageEvent<Said>) => {
    const said = message.data
    if ('progress' in said) return onProgress(said.progress)
    const asked = waiting.get(said.id)
    waiting.delete(said.id)
    if ('answer' in said) asked?.hear(message)
    else asked?.reject('problem' in said ? new TableError(said.problem) : new Error(said.failure))
  })
  worker.addEventListener('error', () => failAll(new Error('The worker could not be loaded.')))

  function failAll(error: Error) {
    for (const { reject } of waiting.values()) reject(error)
    waiting.clear()
  }

  function ask<Answer>(asked: Asked): Promise<Answer> {
    return new Promise((resolve, reject) => {
      last += 1
      waiting.set(last, { hear: ({ data }) => resolve(data.answer), reject })
      const question: Question = { ...asked, id: last }
      worker.postMessage(question)
    })
  }

  return {
    read: (...given) => ask({ method: 'read', given }),
    match: (...given) => ask({ method: 'match', given }),
    look: (...given) => ask({ method: 'look', given }),
    guess: (...given) => ask({ method: 'guess', given }),
    rows: (...given) => ask({ method: 'rows', given }),
    problemFile: (...given) => ask({ method: 'problemFile', given }),
    close() {
      worker.terminate()
      failAll(new ReadingStopped())
    },
  }
}
