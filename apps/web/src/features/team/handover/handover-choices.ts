import type { CatalogueKind } from '@cairn/workspace/port/records/catalogues'
import type {
  Assignment,
  Handover,
  HandoverItem,
  Receiver,
  ServiceAccountAssignment,
} from '@cairn/workspace/port/records/handovers'
import { isMemberId } from '@cairn/workspace/port/records/team-owner'
import { useState } from 'react'

type Single = ReadonlyMap<string, Assignment>

const keyOf = (kind: CatalogueKind, { id, part }: Pick<HandoverItem, 'id' | 'part'>) =>
  `${kind} ${part} ${id}`

/**
 * The chosen receivers: one rule for all records, and individual choices, which stay whatever rule is chosen. It begins
 * with the suggestions.
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
    /** The number of individual choices. */
    singles: single.size,
    /** Applies the rule to the individual choices too. */
    dropSingles: () => setSingle(new Map()),
    chosen(kind: CatalogueKind, item: HandoverItem): Receiver | null {
      const own = single.get(keyOf(kind, item))
      if (own) return own.to
      if (rest === 'suggested') return item.suggested
      return rest && item.part !== 'owner' && !isMemberId(rest.id) ? null : rest
    },
    /** Returns the receiver of a service account: the rule covers only records. */
    chosenForAccount: (id: string): Receiver | null => accounts.get(id)?.to ?? null,
  }
}
