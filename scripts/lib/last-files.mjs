/**
 * A reporter of Vitest that tells the process above it when the last file of tests has begun. From then on cores become
 * free, and `npm test` begins with what comes next.
 */
export default class LastFiles {
  #waiting = 0

  onTestRunStart(specifications) {
    this.#waiting = specifications.length
    if (this.#waiting === 0) process.send?.('last files')
  }

  onTestModuleStart() {
    this.#waiting -= 1
    if (this.#waiting === 0) process.send?.('last files')
  }
}
