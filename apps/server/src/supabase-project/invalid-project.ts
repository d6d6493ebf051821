/** The folder of a project cannot be served. The message says what and where, for the operator. */
export class InvalidProject extends Error {
  override name = 'InvalidProject'
}
