import { harmless } from './harmless.ts'

/** Describes a failure for the operator's list of jobs: its message, without mail addresses and secrets. */
export function describeForOperator(cause: unknown): string {
  return harmless(cause instanceof Error ? cause.message : String(cause))
}
