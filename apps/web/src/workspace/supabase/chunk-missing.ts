import { WorkspaceError } from '../errors.ts'

/** For the `catch` of a dynamic import: the code could not be fetched, or an upgrade removed it. @throws WorkspaceError */
export function chunkMissing(cause: unknown): never {
  throw new WorkspaceError('The app could not be loaded completely. Please reload the page.', {
    kind: 'offline',
    cause,
  })
}
