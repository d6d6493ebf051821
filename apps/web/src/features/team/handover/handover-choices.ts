import type { CatalogueKind } from '@cairn/workspace/port/records/catalogues'
import type {
  Assignment,
  Handover,
  HandoverItem,
  Receiver,
  ServiceAccountAssignment,
} from '@cairn/workspace/port/records/handovers'
import { invitationOf } from '@cairn/workspace/port/records/invited-owner'
import { useState } from 'react'

type Single = ReadonlyMap<string, Assignment>

const keyOf = (kind: CatalogueKind, { id, part }: Pick<HandoverItem, 'id' | 'part'>) =>
  `${kind} ${part} ${id}`

/**
 * Who gets what: one rule for all, and what was chosen by itself, which stays whatever rule is chosen. It begins with the
 * suggestions.
 */
export function useHandoverChoices() {
  const [rest, setRest] = useState<Handover['rest']>('suggested')
  const [single, setSingle] = useState<Single>(new Map())
  const [accounts, setAccounts] = useState<ReadonlyMap<string, ServiceAccountAssignment>>(new Map())
  const handover: Handover = {
    rest,
    assignments: [...single.values()],
    serviceAccounts: [...accounts.values()],
  }
  return {
    rest,
    handover,
    isChanged: rest !== 'suggested' || single.size + accounts.size > 0,
    chooseForAll: setRest,
    choose: (kind: CatalogueKind, { id, part }: HandoverItem, to: Receiver | null) =>
      setSingle((known) => new Map(known).set(keyOf(kind, { id, part }), { kind, id, part, to })),
    chooseForAccount: (id: string, to: Receiver | null) =>
      setAccounts((known) => new Map(known).set(id, { id, to })),
    /** How many were chosen by themselves. */
    singles: single.size,
    /** Gives those too to the rule. */
    dropSingles: () => setSingle(new Map()),
    chosen(kind: CatalogueKind, item: HandoverItem): Receiver | null {
      const own = single.get(keyOf(kind, item))
      if (own) return own.to
      if (rest === 'suggested') return item.suggested
      return rest && item.part === 'expert' && invitationOf(rest.id) !== null ? null : rest
    },
    /** Who gets a service account: the rule is for records alone. */
    chosenForAccount: (id: string): Receiver | null => accounts.get(id)?.to ?? null,
  }
}
