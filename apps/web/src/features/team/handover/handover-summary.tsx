import type { Handover } from '@cairn/workspace/port/records/handovers'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '@/lib/text/numbers.ts'
import { personName } from '@/shared/people/person-name.ts'
import { useOwnerName } from '@/shared/people/use-team.ts'
import { handoverCounts } from './handover-counts.ts'
import type { HadByMember } from './use-handover.ts'

interface HandoverSummaryProps {
  had: HadByMember
  handover: Handover
  /** The person who keeps the records that nobody gets; null where these become gaps. */
  keeper: string | null
}

/** The number of records that each receiver gets, in one line before the button that confirms. */
export function HandoverSummary({ had, handover, keeper }: HandoverSummaryProps) {
  const { t, i18n } = useTranslation()
  const ownerName = useOwnerName()
  const { receivers, nobody, suggested } = handoverCounts(had, handover)
  const known = new Map(
    Object.values(had.records).flatMap(({ items }) =>
      items.flatMap((item) => (item.suggested ? [[item.suggested.id, item.suggested.name] as const] : [])),
    ),
  )
  const nameOf = (id: string) => (known.has(id) ? personName(known.get(id) ?? '', t) : ownerName(id))
  // A person who becomes a viewer keeps records, but no service account.
  const unowned = nobody.serviceAccount + (keeper === null ? nobody.owner : 0)
  const number = (count: number) => formatNumber(count, i18n.language)
  const parts = [
    ...[...receivers]
      .toSorted(([, one], [, other]) => other - one)
      .map(([id, count]) => t('{{number}} to {{name}}', { number: number(count), name: nameOf(id) })),
    suggested > 0 && t('{{number}} as suggested', { number: number(suggested) }),
    keeper !== null &&
      nobody.owner > 0 &&
      t('{{number}} kept by {{name}}', { number: number(nobody.owner), name: keeper }),
    unowned > 0 && t('{{number}} without an owner', { number: number(unowned) }),
    nobody.expert > 0 && t('{{number}} without a new expert', { number: number(nobody.expert) }),
    nobody.field > 0 && t('custom fields unchanged: {{number}}', { number: number(nobody.field) }),
  ]
  return (
    <p aria-live="polite" className="wrap-anywhere mr-auto min-w-0 text-sm">
      {parts.filter(Boolean).join(', ')}
    </p>
  )
}
