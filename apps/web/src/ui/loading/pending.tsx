/** Stands where something may come, or nothing: what follows it `in-order` waits. */
export function Pending() {
  return <span data-loading hidden />
}
