import { harmless } from './harmless.ts'

/** What the operator's list of jobs says of a failure: its message, without mail addresses and secrets. */
export function describeForOperator(cause: unknown): string {
  return harmless(cause instanceof Error ? cause.message : String(cause))
}
