import type { FileProblem } from '@cairn/tables/model/table-error'
import type { TableSession } from './table-session.ts'

/** What is asked of the worker: a method of the session with what it takes. */
export type Asked = {
  [Name in keyof TableSession]: { method: Name; given: Parameters<TableSession[Name]> }
}[keyof TableSession]

/** A question, by its number. */
export type Question = Asked & { id: number }

/** What the worker says: how far it is, an answer, why a file cannot be read, or that something went wrong. */
export type Said =
  | { id: number; progress: number }
  | { id: number; answer: unknown }
  | { id: number; problem: FileProblem }
  | { id: number; failure: string }
