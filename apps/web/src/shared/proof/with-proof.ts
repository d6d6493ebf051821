import { AccessError } from '@cairn/workspace/errors'

/** A write that waits until the user has proved their identity, or declined. */
export interface WaitingWrite {
  settle: (isProven: boolean) => void
}

let waiting: WaitingWrite | null = null
const listeners = new Set<() => void>()

/** The content of the page's only dialog: kept outside of React, so that any write can ask. */
export const waitingWrite = {
  current: (): WaitingWrite | null => waiting,
  subscribe(listener: () => void): () => void {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
}

/**
 * Does work that the server refuses where the sign-in was long ago: after such a refusal, a dialog asks for the
 * password, and the work is repeated. Throws the refusal where the user closes the dialog.
 */
export async function withProof<Answer>(work: () => Promise<Answer>): Promise<Answer> {
  try {
    return await work()
  } catch (error) {
    const isNeeded = error instanceof AccessError && error.code === 'reauthentication_needed'
    if (!isNeeded || !(await isProven())) throw error
    return work()
  }
}

async function isProven(): Promise<boolean> {
  if (listeners.size === 0) return false
  return new Promise<boolean>((resolve) => {
    const write: WaitingWrite = {
      settle(isProven) {
        resolve(isProven)
        // Another write may have replaced this one.
        if (waiting === write) show(null)
      },
    }
    show(write)
  })
}

function show(next: WaitingWrite | null): void {
  const before = waiting
  waiting = next
  before?.settle(false)
  for (const listener of listeners) listener()
}
