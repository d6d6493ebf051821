import { expect, it } from 'vitest'
import { ACTORS, type Actor } from './cast.ts'
import type { Outcome, Stage } from './stage.ts'

/** No right to the table, the column or the row. */
export const NO = { refused: '42501' } as const

/** What a statement does and what each actor is expected to get, in the order of `ACTORS`. */
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
}

/** Defines one test for each case: every actor tries the statement, each in a transaction that is rolled back. */
export function policyCases(stage: () => Stage, cases: readonly Case[]): void {
  for (const { title, statement, expected } of cases) {
    it(title, async () => {
      const seen: Partial<Record<Actor, Outcome>> = {}
      for (const actor of ACTORS) seen[actor] = await stage().outcome(actor, statement)
      expect(seen).toEqual(Object.fromEntries(ACTORS.map((actor, index) => [actor, expected[index]])))
    })
  }
}

/** The tables that a set of cases speaks of. */
export function tablesOf(cases: readonly Case[]): Set<string> {
  return new Set(cases.flatMap(({ statement }) => statement.match(/\b(?:public|private)\.[a-z_]+/g) ?? []))
}
