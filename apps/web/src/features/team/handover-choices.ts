import { useState } from 'react'
import type { CatalogueKind } from '@/workspace/port/catalogues.ts'
import type { Assignment, Belonging, Handover, Receiver } from '@/workspace/port/handovers.ts'
import { invitationOf } from '@/workspace/port/invited-owner.ts'

type Single = ReadonlyMap<string, Assignment>

const keyOf = (kind: CatalogueKind, { id, part }: Pick<Belonging, 'id' | 'part'>) => `${kind} ${part} ${id}`

/**
 * Who gets what: one rule for all, and what was chosen by itself, which stays whatever rule is chosen. It begins with the
 * suggestions.
 */
export function useHandoverChoices() {
  const [rest, setRest] = useState<Handover['rest']>('suggested')
  const [single, setSingle] = useState<Single>(new Map())
  const handover: Handover = { rest, assignments: [...single.values()] }
  return {
    rest,
    handover,
    isChanged: rest !== 'suggested' || single.size > 0,
    chooseForAll: setRest,
    choose: (kind: CatalogueKind, { id, part }: Belonging, to: Receiver | null) =>
      setSingle((known) => new Map(known).set(keyOf(kind, { id, part }), { kind, id, part, to })),
    /** How many were chosen by themselves. */
    singles: single.size,
    /** Gives those too to the rule. */
    dropSingles: () => setSingle(new Map()),
    chosen(kind: CatalogueKind, belonging: Belonging): Receiver | null {
      const own = single.get(keyOf(kind, belonging))
      if (own) return own.to
      if (rest === 'suggested') return belonging.suggested
      return rest && belonging.part === 'expert' && invitationOf(rest.id) !== null ? null : rest
    },
  }
}
