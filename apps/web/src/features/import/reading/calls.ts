import type { FileProblem } from '@cairn/tables/model/table-error'
import type { TableSession } from './table-session.ts'

/** A request to the worker: a method of the session with its parameters. */
export type Asked = {
  [Name in keyof TableSession]: { method: Name; given: Parameters<TableSession[Name]> }
}[keyof TableSession]

/** A request with its number. */
export type Question = Asked & { id: number }

/** A message from the worker: its progress, an answer, the reason why a file cannot be read, or a failure. */
export type Said =
  | { id: number; progress: number }
  | { id: number; answer: unknown }
  | { id: number; problem: FileProblem }
  | { id: number; failure: string }
