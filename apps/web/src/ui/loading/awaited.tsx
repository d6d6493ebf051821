/** Keeps parts below unseen until it is known whether something comes here: docs/develop/decisions/standing-still.md. */
export function Awaited() {
  return <span hidden data-loading />
}
