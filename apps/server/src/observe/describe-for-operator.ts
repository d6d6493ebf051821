import { withoutAddresses } from './without-addresses.ts'

/** What the operator's list of jobs says of a failure: its message, without mail addresses. */
export function describeForOperator(cause: unknown): string {
  return withoutAddresses(cause instanceof Error ? cause.message : String(cause))
}
