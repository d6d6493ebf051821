import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { formatDate } from '@/lib/dates.ts'
import { useFindOwner } from '@/shared/use-team.ts'
import type { DataColumn } from '@/ui/data-table-types.ts'
import { StatusBadge } from '@/ui/status-badge.tsx'
import type { CatalogueKind } from '@/workspace/port/catalogues.ts'
import { invitationOf } from '@/workspace/port/invited-owner.ts'
import type { CatalogueRecord } from '@/workspace/port/records.ts'
import { GiveOwner } from './give-owner.tsx'
import { HandoverMark } from './handover-mark.tsx'
import { Owner } from './person.tsx'
import { RecordName } from './record-name.tsx'
import { statusLook } from './status-looks.ts'

/** The columns that the tables of several catalogues have; a table overwrites what it shows differently. */
export function useRecordColumns<Item extends CatalogueRecord>(kind: CatalogueKind) {
  const { t, i18n } = useTranslation()
  const findOwner = useFindOwner()
  return useMemo(() => {
    const nameOf = (personId: string | null) => (personId && findOwner(personId)?.name) || null
    // An invitation that is over owns nothing.
    const isOwnerless = (ownerId: string | null) =>
      ownerId === null || (invitationOf(ownerId) !== null && findOwner(ownerId) === null)
    return {
      nameOf,
      name: {
        id: 'name',
        header: t('Name'),
        cell: (record) => <RecordName kind={kind} record={record} />,
        sortBy: ({ name }) => name,
        width: '24%',
        fillsBelow: 'wide',
        onPhone: 'title',
      } satisfies DataColumn<Item>,
      status: {
        id: 'status',
        header: t('Status'),
        cell: ({ status }) => <StatusBadge look={statusLook(kind, status)} />,
        sortBy: ({ status }) => status,
        width: '8.5rem',
      } satisfies DataColumn<Item>,
      description: {
        id: 'description',
        header: t('Description'),
        cell: ({ description }) => <span className="text-muted-foreground">{description}</span>,
        from: 'wide',
      } satisfies DataColumn<Item>,
      owner: {
        id: 'owner',
        header: t('Owner'),
        cell: (record) =>
          isOwnerless(record.ownerId) ? (
            <GiveOwner kind={kind} record={record} />
          ) : (
            <span className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1 md:py-1.5">
              <Owner ownerId={record.ownerId} record={{ kind, id: record.id }} />
              <HandoverMark kind={kind} record={record} />
            </span>
          ),
        sortBy: ({ ownerId }) => nameOf(ownerId),
        width: '12.5rem',
      } satisfies DataColumn<Item>,
      created: {
        id: 'created',
        header: t('Created'),
        cell: ({ createdAt }) => <span className="tabular-nums">{formatDate(createdAt, i18n.language)}</span>,
        sortBy: ({ createdAt }) => createdAt,
        width: '8rem',
        from: 'widest',
      } satisfies DataColumn<Item>,
    }
  }, [t, i18n.language, findOwner, kind])
}
