/** The move cannot be done, or was broken off. The message says why and what to do. */
export class MoveRefused extends Error {
  override name = 'MoveRefused'
}
