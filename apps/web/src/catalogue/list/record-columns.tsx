import type { CatalogueKind } from '@cairn/workspace/port/records/catalogues'
import { invitationOf } from '@cairn/workspace/port/records/invited-owner'
import type { CatalogueRecord } from '@cairn/workspace/port/records/records'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { formatDate } from '@/lib/text/dates.ts'
import { useFindOwner } from '@/shared/people/use-team.ts'
import type { DataColumn } from '@/ui/data-table/types.ts'
import { Mark } from '@/ui/display/mark.tsx'
import { StatusBadge } from '@/ui/display/status-badge.tsx'
import { HandoverBadge } from '../handover/handover-badge.tsx'
import { MaintenanceSign } from '../maintenance/maintenance-icon.tsx'
import { AssignOwner } from '../owner/assign-owner.tsx'
import { Owner } from '../owner/person.tsx'
import { RecordName } from '../record-name.tsx'
import { recordPagePath } from '../record-path.ts'
import { statusStyle } from '../status-styles.ts'
import { TagCell } from './tags/tag-cell.tsx'

/** The columns that the tables of several catalogues have; a table overwrites what it shows differently. */
// biome-ignore lint/plugin/short-functions: a flat table of columns.
export function useRecordColumns<Item extends CatalogueRecord>(kind: CatalogueKind) {
  const { t, i18n } = useTranslation()
  const findOwner = useFindOwner()
  // biome-ignore lint/plugin/short-functions: a flat table of columns.
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
        markOf: ({ name }) => <Mark name={name} />,
        hrefOf: ({ id }) => recordPagePath({ kind, id }),
        sortBy: ({ name }) => name,
        width: 'clamp(13.5rem, 20cqi, 24rem)',
        fillsBelow: 'wide',
        onPhone: 'title',
      } satisfies DataColumn<Item>,
      status: {
        id: 'status',
        header: t('Status'),
        cell: ({ id, status }) => (
          <span className="relative inline-flex max-w-full">
            <StatusBadge status={statusStyle(kind, status)} />
            {/* Over the corner, where a sign that comes late moves nothing. */}
            <span className="absolute -top-1.5 -right-1.5 rounded-full bg-background">
              <MaintenanceSign recordId={id} />
            </span>
          </span>
        ),
        sortBy: ({ status }) => status,
        isEditable: true,
        width: '8rem',
      } satisfies DataColumn<Item>,
      description: {
        id: 'description',
        header: t('Description'),
        cell: ({ description }) => <span className="text-muted-foreground">{description}</span>,
        isLong: true,
        from: 'wide',
      } satisfies DataColumn<Item>,
      owner: {
        id: 'owner',
        header: t('Owner'),
        cell: (record) =>
          isOwnerless(record.ownerId) ? (
            <AssignOwner kind={kind} record={record} />
          ) : (
            <span className="flex min-w-0 items-center gap-x-2">
              <Owner ownerId={record.ownerId} record={{ kind, id: record.id }} look="hover" />
              <HandoverBadge kind={kind} record={record} />
            </span>
          ),
        sortBy: ({ ownerId }) => nameOf(ownerId),
        isEditable: true,
        width: 'clamp(10.5rem, 16cqi, 15rem)',
        from: 'medium',
      } satisfies DataColumn<Item>,
      tags: {
        id: 'tags',
        header: t('Tags'),
        cell: ({ tags }) => tags.length > 0 && <TagCell ids={tags} />,
        isEditable: true,
        width: '11rem',
        from: 'full',
      } satisfies DataColumn<Item>,
      created: {
        id: 'created',
        header: t('Created'),
        cell: ({ createdAt }) => <span className="tabular-nums">{formatDate(createdAt, i18n.language)}</span>,
        sortBy: ({ createdAt }) => createdAt,
        width: '7.25rem',
        from: 'widest',
      } satisfies DataColumn<Item>,
    }
  }, [t, i18n.language, findOwner, kind])
}
