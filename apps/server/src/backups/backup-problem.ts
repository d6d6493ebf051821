/** A backup that cannot be made or used. The message says in sentences why, and what to do. */
export class BackupProblem extends Error {
  override name = 'BackupProblem'
}
