import { WorkspaceError } from '@cairn/workspace/errors'

/** A part is tried again after so long, while the server cannot be reached. */
const WAITS_MS = [1_000, 3_000, 8_000]

/** Does something that can be repeated, some more times where the network is away for a moment. */
export async function patiently<Answer>(
  run: () => Promise<Answer>,
  waits: readonly number[] = WAITS_MS,
): Promise<Answer> {
  for (const wait of waits) {
    try {
      return await run()
    } catch (error) {
      if (!isPassing(error)) throw error
      await new Promise((resolve) => setTimeout(resolve, wait))
    }
  }
  return run()
}

function isPassing(error: unknown): boolean {
  return error instanceof WorkspaceError && (error.kind === 'offline' || error.kind === 'unavailable')
}
