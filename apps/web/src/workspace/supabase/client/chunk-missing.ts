import { UNREACHABLE, WorkspaceError } from '@cairn/workspace/errors'
import { phrase } from '@cairn/workspace/lib/phrase'

/**
 * For the `catch` of a dynamic import: without a connection `fetchFirst` rejects with a TypeError, else an upgrade has
 * removed the file. @throws WorkspaceError
 */
export function chunkMissing(cause: unknown): never {
  const message =
    cause instanceof TypeError
      ? UNREACHABLE
      : phrase('The app could not be loaded completely. Please reload the page.')
  throw new WorkspaceError(message, { kind: 'offline', cause })
}
