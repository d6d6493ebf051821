import { expect } from 'vitest'
import type { Account } from './acts.ts'
import { type Actor, change, type Done, type Model, move, type Sheet } from './model.ts'

/** The lines of a deletion or restoration, which are separate parts. */
export function movedBy(
  model: Model,
  name: string,
  sheet: Sheet,
  by: Actor,
  field: 'deleted' | 'restored',
): Done['lines'] {
  const done = move(model, name, by, field)
  return done === null ? [] : [{ sheet, field, before: null, after: null, change: done }]
}

/** The lines of what an act changed in a record. */
export function changedBy(sheet: Sheet, by: Actor, next: Parameters<typeof change>[2]): Done['lines'] {
  const done = change(sheet, by, next)
  return (done?.lines ?? []).flatMap(({ field, before, after }) =>
    done === null || field === null ? [] : [{ sheet, field, before, after, change: done }],
  )
}

/** Remembers an act on many records; one that changed nothing is none. */
export function noteAct(
  account: Account,
  model: Model,
  act: string | null,
  by: Actor,
  lines: Done['lines'],
): void {
  expect(act === null).toBe(lines.length === 0)
  if (act === null) return
  account.acts.push(act)
  model.acts.push({ by, lines })
}
