import type { Handover, HandoverItems } from '@cairn/workspace/port/records/handovers'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '@/lib/text/numbers.ts'
import { personName } from '@/shared/people/person-name.ts'
import { useOwnerName } from '@/shared/people/use-team.ts'
import { handoverCounts } from './handover-counts.ts'

interface HandoverSummaryProps {
  handoverItems: HandoverItems
  handover: Handover
  /** Whose records stay theirs where nobody gets them; null where they become gaps. */
  keeper: string | null
}

/** How much goes to whom, in one line before the button that does it. */
export function HandoverSummary({ handoverItems, handover, keeper }: HandoverSummaryProps) {
  const { t, i18n } = useTranslation()
  const ownerName = useOwnerName()
  const { receivers, nobody, suggested } = handoverCounts(handoverItems, handover)
  const known = new Map(
    Object.values(handoverItems).flatMap(({ items }) =>
      items.flatMap((item) => (item.suggested ? [[item.suggested.id, item.suggested.name] as const] : [])),
    ),
  )
  const nameOf = (id: string) => (known.has(id) ? personName(known.get(id) ?? '', t) : ownerName(id))
  const number = (count: number) => formatNumber(count, i18n.language)
  const parts = [
    ...[...receivers]
      .toSorted(([, one], [, other]) => other - one)
      .map(([id, count]) => t('{{number}} to {{name}}', { number: number(count), name: nameOf(id) })),
    suggested > 0 && t('{{number}} as suggested', { number: number(suggested) }),
    nobody.owner > 0 &&
      (keeper === null
        ? t('{{number}} without an owner', { number: number(nobody.owner) })
        : t('{{number}} kept by {{name}}', { number: number(nobody.owner), name: keeper })),
    nobody.expert > 0 && t('{{number}} without a new expert', { number: number(nobody.expert) }),
  ]
  return (
    <p aria-live="polite" className="wrap-anywhere mr-auto min-w-0 text-sm">
      {parts.filter(Boolean).join(', ')}
    </p>
  )
}
