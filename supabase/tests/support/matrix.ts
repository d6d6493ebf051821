import { expect, it } from 'vitest'
import { ACTORS, type Actor } from './cast.ts'
import type { Outcome, Stage } from './stage.ts'

/** No right to the table, the column or the row. */
export const NO = { refused: '42501' } as const

/** A statement, and the outcome that each actor is expected to get. */
export interface Case {
  title: string
  statement: string
  expected: readonly [
    anonymous: Outcome,
    unplaced: Outcome,
    rival: Outcome,
    viewer: Outcome,
    user: Outcome,
    manager: Outcome,
    admin: Outcome,
    service: Outcome,
  ]
  /** The outcome for a former member, where it differs from that for a person without an account. */
  former?: Outcome
}

/** The actors in the order of `expected`. */
const IN_ORDER = ACTORS.filter((actor) => actor !== 'former')

/** Defines one test for each case: every actor tries the statement, each in a transaction that is rolled back. */
export function policyCases(stage: () => Stage, cases: readonly Case[]): void {
  for (const { title, statement, expected, former = expected[1] } of cases) {
    it(title, async () => {
      const seen: Partial<Record<Actor, Outcome>> = {}
      for (const actor of ACTORS) seen[actor] = await stage().outcome(actor, statement)
      const wanted = Object.fromEntries(IN_ORDER.map((actor, index) => [actor, expected[index]]))
      expect(seen).toEqual({ ...wanted, former })
    })
  }
}

/** The tables that a set of cases is about. */
export function tablesOf(cases: readonly Case[]): Set<string> {
  return new Set(cases.flatMap(({ statement }) => statement.match(/\b(?:public|private)\.[a-z_]+/g) ?? []))
}
