/** Encrypts what a queued message says. `place` names the row that a value belongs to: in another row it does not open. */
export interface Sealer {
  seal(text: string, place: string): Uint8Array
  /** Throws when the value was sealed with another secret, or for another place. */
  open(sealed: Uint8Array, place: string): string
}
