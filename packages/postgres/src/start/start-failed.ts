/** Postgres, or the folder it works in, cannot be used. The message says in one sentence why, and what to do. */
export class StartFailed extends Error {
  override name = 'StartFailed'
}
