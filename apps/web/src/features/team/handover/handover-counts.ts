import { CATALOGUE_KINDS } from '@cairn/workspace/port/records/catalogues'
import type {
  Assignment,
  Handover,
  HandoverItem,
  HandoverPart,
  Receiver,
} from '@cairn/workspace/port/records/handovers'
import { isMemberId } from '@cairn/workspace/port/records/team-owner'
import type { HadByMember } from './use-handover.ts'

/** The number of records that each receiver gets. */
export interface HandoverCounts {
  receivers: ReadonlyMap<string, number>
  /** The number of records that nobody gets. */
  nobody: Readonly<Record<HandoverPart | 'field' | 'serviceAccount', number>>
  /** The number of records for which the server will suggest receivers: they are beyond the first page. */
  suggested: number
}

/** The sort of a part: custom fields are counted together. */
function sortOf(part: HandoverItem['part']): HandoverPart | 'field' {
  return part === 'owner' || part === 'expert' ? part : 'field'
}

/** Counts the receivers of the records that a member owns and knows, also of those beyond the first pages. */
export function handoverCounts(
  { records, serviceAccounts }: HadByMember,
  { rest, assignments, serviceAccounts: ofAccounts }: Handover,
): HandoverCounts {
  const receivers = new Map<string, number>()
  const nobody = { owner: 0, expert: 0, field: 0, serviceAccount: 0 }
  let suggested = 0
  const give = (to: Receiver | null, part: keyof typeof nobody, count = 1) => {
    const isNobody = to === null || ((part === 'expert' || part === 'field') && !isMemberId(to.id))
    if (isNobody) nobody[part] += count
    else receivers.set(to.id, (receivers.get(to.id) ?? 0) + count)
  }
  for (const kind of CATALOGUE_KINDS) {
    const page = records[kind]
    if (!page) continue
    const left = { owner: page.owned, expert: page.total - page.owned - page.named, field: page.named }
    const single = assignments.filter((assignment) => assignment.kind === kind)
    for (const { to, part } of single) {
      give(to, sortOf(part))
      left[sortOf(part)] -= 1
    }
    const isSingle = ({ id, part }: Pick<Assignment, 'id' | 'part'>) =>
      single.some((one) => one.id === id && one.part === part)
    for (const item of page.items.filter((seen) => !isSingle(seen))) {
      give(rest === 'suggested' ? item.suggested : rest, sortOf(item.part))
      left[sortOf(item.part)] -= 1
    }
    for (const part of ['owner', 'expert', 'field'] as const)
      if (left[part] > 0) {
        if (rest === 'suggested') suggested += left[part]
        else give(rest, part, left[part])
      }
  }
  // The rule for all covers only records.
  for (const { id } of serviceAccounts)
    give(ofAccounts.find((chosen) => chosen.id === id)?.to ?? null, 'serviceAccount')
  return { receivers, nobody, suggested }
}
