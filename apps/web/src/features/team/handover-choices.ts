import { useState } from 'react'
import type { CatalogueKind } from '@/workspace/port/catalogues.ts'
import type { Assignment, Belonging, Handover, Receiver } from '@/workspace/port/handovers.ts'
import { invitationOf } from '@/workspace/port/invited-owner.ts'

interface Choices {
  rest: Handover['rest']
  /** What was chosen by itself, by kind, id and part. */
  single: ReadonlyMap<string, Assignment>
}

const keyOf = (kind: CatalogueKind, { id, part }: Pick<Belonging, 'id' | 'part'>) => `${kind} ${part} ${id}`

/** Who gets what: one rule for all, and what was chosen by itself. It begins with the suggestions. */
export function useHandoverChoices() {
  const [{ rest, single }, setChoices] = useState<Choices>({ rest: 'suggested', single: new Map() })
  const handover: Handover = { rest, assignments: [...single.values()] }
  return {
    rest,
    handover,
    isChanged: rest !== 'suggested' || single.size > 0,
    /** One rule for all takes back what was chosen by itself. */
    chooseForAll: (next: Handover['rest']) => setChoices({ rest: next, single: new Map() }),
    choose: (kind: CatalogueKind, { id, part }: Belonging, to: Receiver | null) =>
      setChoices({ rest, single: new Map(single).set(keyOf(kind, { id, part }), { kind, id, part, to }) }),
    chosen(kind: CatalogueKind, belonging: Belonging): Receiver | null {
      const own = single.get(keyOf(kind, belonging))
      if (own) return own.to
      if (rest === 'suggested') return belonging.suggested
      return rest && belonging.part === 'expert' && invitationOf(rest.id) !== null ? null : rest
    },
  }
}
