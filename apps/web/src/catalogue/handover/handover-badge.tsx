import type { CatalogueKind } from '@cairn/workspace/port/records/catalogues'
import type { PendingHandover } from '@cairn/workspace/port/records/handovers'
import type { CatalogueRecord } from '@cairn/workspace/port/records/records'
import { ArrowRightLeft } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useMe } from '@/queries/context.tsx'
import { personName } from '@/shared/people/person-name.ts'
import { useFindOwner, useOwnerName } from '@/shared/people/use-team.ts'
import { useKeptFocus } from '@/shared/use-kept-focus.ts'
import { Badge } from '@/ui/display/badge.tsx'
import { Awaited } from '@/ui/loading/awaited.tsx'
import { HandoverButtons } from './handover-buttons.tsx'
import { useAwaitsHandovers, usePendingHandovers } from './use-pending-handovers.ts'

interface OfRecord {
  kind: CatalogueKind
  record: CatalogueRecord
}

/** In a list: a sign that a record was handed over and its receiver has not answered. It fits the line of the owner. */
export function HandoverBadge({ kind, record }: OfRecord) {
  const { t } = useTranslation()
  if (usePendingHandovers(kind, record.id).length === 0) return null
  return (
    <span title={t('Handover pending')} className="shrink-0 text-warning-foreground">
      <ArrowRightLeft aria-hidden className="size-3.5" />
      <span className="sr-only">{t('Handover pending')}</span>
    </span>
  )
}

/** In the details: who handed it to whom, and for the receiver the two answers. */
export function HandoverNotice(props: OfRecord) {
  const { t } = useTranslation()
  const pending = usePendingHandovers(props.kind, props.record.id)
  const isAwaited = useAwaitsHandovers(props.kind)
  const list = useKeptFocus<HTMLUListElement>()
  if (isAwaited) return <Awaited />
  if (pending.length === 0) return null
  return (
    <ul
      {...list}
      aria-label={t('Handover pending')}
      className="flex flex-col gap-3 rounded-lg border bg-muted/50 p-3"
    >
      {pending.map((handover) => (
        <PendingLine key={handover.id} handover={handover} {...props} />
      ))}
    </ul>
  )
}

function PendingLine({ handover, record }: OfRecord & { handover: PendingHandover }) {
  const { t } = useTranslation()
  const { personId } = useMe()
  const findOwner = useFindOwner()
  const ownerName = useOwnerName()
  const { id, part, receiverId } = handover
  const giver = personName(handover.giver, t)
  // An invited person is the record's owner meanwhile.
  const invited = record.ownerId === null ? null : findOwner(record.ownerId)
  const receiver = receiverId === null ? (invited?.name ?? t('An invited person')) : ownerName(receiverId)
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 text-sm">
      <span className="wrap-anywhere min-w-0 flex-1 basis-56">
        <Badge variant="warning" className="mr-2">
          {t('Handover pending')}
        </Badge>
        {part === 'owner'
          ? t('{{giver}} owned it before. {{receiver}} has not answered yet.', { giver, receiver })
          : t('{{giver}} was one of its experts. {{receiver}} has not answered yet.', { giver, receiver })}
      </span>
      {receiverId !== null && receiverId === personId && (
        <HandoverButtons handover={{ id, part, recordName: record.name }} />
      )}
    </li>
  )
}
