/** A command that cannot be done. The message says why, and what the operator can do. */
export class Refused extends Error {
  override name = 'Refused'
}

/** Words behind a command that it does not take. The message names them. */
export class Misused extends Error {
  override name = 'Misused'
}
