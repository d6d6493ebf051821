import type { HeartbeatKind } from '@cairn/workspace/port/records/heartbeats'
import type { CatalogueRecord } from '@cairn/workspace/port/records/records'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { DataColumn } from '@/ui/data-table/types.ts'
import { ExternalLink } from '@/ui/display/external-link.tsx'
import { LastReportCell } from '../heartbeats/heartbeat-cells.tsx'
import { LastPublisher } from '../owner/person.tsx'
import type { CatalogueTableProps } from './filtered-records.tsx'
import { useRecordColumns } from './record-columns.tsx'
import { RecordsTable } from './records-table.tsx'

/** The differences between the tables of published records. Pass the same object each time. */
export interface PublishedColumns<Item> {
  /** Where a record's name leads; null where it leads nowhere. */
  linkOf: (record: Item) => URL | null
  /** Where it runs. */
  place: DataColumn<Item>
  /** When it ran last, as the record says. */
  last: Omit<DataColumn<Item>, 'cell' | 'width' | 'sortBy'> & { momentOf: (record: Item) => Date | null }
  status: Pick<DataColumn<Item>, 'cell' | 'width'>
}

interface PublishedTableProps<Item> extends CatalogueTableProps<Item> {
  kind: HeartbeatKind
  own: PublishedColumns<Item>
  loadingText: string
  emptyText: string
}

/** Records that run elsewhere, a row each, the newest first. */
export function PublishedTable<Item extends CatalogueRecord>({ own, ...props }: PublishedTableProps<Item>) {
  return <RecordsTable {...props} columns={useColumns(props.kind, own)} detailsButton />
}

function useColumns<Item extends CatalogueRecord>(
  kind: HeartbeatKind,
  own: PublishedColumns<Item>,
): readonly DataColumn<Item>[] {
  const { t } = useTranslation()
  const { name, description, status, owner, nameOf } = useRecordColumns<Item>(kind)
  return useMemo(() => {
    const { momentOf, ...ownLast } = own.last
    return [
      {
        ...name,
        // Its text keeps 160 px beside the box and the sign of a link.
        width: 'clamp(14.75rem, 20cqi, 24rem)',
        fillsBelow: 'widest',
        cell: (record) => <LinkedName name={record.name} link={own.linkOf(record)} />,
        bringsControl: (record) => own.linkOf(record) !== null,
      },
      { ...own.place, from: 'wide' },
      { ...description, from: 'widest' },
      {
        ...ownLast,
        cell: (record) => <LastReportCell kind={kind} recordId={record.id} own={momentOf(record)} />,
        sortBy: momentOf,
        width: '8.75rem',
        from: 'broad',
      },
      { ...owner, width: '8rem' },
      {
        id: 'lastPublisher',
        header: t('Last Publisher'),
        cell: ({ updatedBy }) => <LastPublisher personId={updatedBy} look="hover" />,
        sortBy: ({ updatedBy }) => nameOf(updatedBy),
        width: '8rem',
        from: 'widest',
      },
      // The control in the cell changes it.
      { ...status, ...own.status, isEditable: false, hasControl: true },
    ]
  }, [t, kind, name, description, status, owner, nameOf, own])
}

function LinkedName({ name, link }: { name: string; link: URL | null }) {
  if (link === null) return name
  return (
    <ExternalLink to={link} data-row-title>
      {name}
    </ExternalLink>
  )
}
