import type { HeartbeatKind } from '@cairn/workspace/port/records/heartbeats'
import type { CatalogueRecord } from '@cairn/workspace/port/records/records'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useWorkspace } from '@/queries/context.tsx'
import { heartbeatQueries } from '@/queries/heartbeats.ts'
import type { DataColumn } from '@/ui/data-table/types.ts'
import { ExternalLink } from '@/ui/display/external-link.tsx'
import { Moment } from '@/ui/display/moment.tsx'
import { LastReportCell, LastRunsCell } from '../heartbeats/heartbeat-cells.tsx'
import { LastPublisher } from '../owner/person.tsx'
import { useListState } from './address/use-list-state.ts'
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
  // A user who looks for gaps wants to see the owner of a record, and to assign one.
  const { gaps, owners } = useListState(kind).view
  const isAboutOwners = gaps.length > 0 || owners.includes(null)
  const { data: haveHeartbeats = false } = useQuery(heartbeatQueries.areUsed(useWorkspace()))
  return useMemo(() => {
    const { momentOf, ...ownLast } = own.last
    const last = {
      ...ownLast,
      cell: (record) =>
        haveHeartbeats ? (
          <LastReportCell kind={kind} recordId={record.id} own={momentOf(record)} />
        ) : (
          <Moment date={momentOf(record)} />
        ),
      sortBy: momentOf,
      width: haveHeartbeats ? '13rem' : '8rem',
      from: 'widest',
    } satisfies DataColumn<Item>
    const runs = {
      id: 'runs',
      header: t('Runs'),
      cell: (record) => <LastRunsCell kind={kind} record={record} />,
      width: '7.25rem',
      from: 'widest',
    } satisfies DataColumn<Item>
    const publisher = {
      id: 'lastPublisher',
      header: t('Last Publisher'),
      cell: ({ updatedBy }) => <LastPublisher personId={updatedBy} />,
      sortBy: ({ updatedBy }) => nameOf(updatedBy),
      width: '9rem',
      from: 'roomy',
    } satisfies DataColumn<Item>
    return [
      {
        ...name,
        width: isAboutOwners ? 'auto' : 'clamp(15rem, 20cqi, 24rem)',
        fillsBelow: isAboutOwners ? 'widest' : haveHeartbeats ? 'vast' : 'full',
        cell: (record) => <LinkedName name={record.name} link={own.linkOf(record)} />,
        bringsControl: (record) => own.linkOf(record) !== null,
      },
      ...between(
        { place: own.place, description, last, runs, owner, publisher },
        isAboutOwners,
        haveHeartbeats,
      ),
      // The control in the cell changes it.
      { ...status, ...own.status, isEditable: false },
    ]
  }, [t, kind, name, description, status, owner, isAboutOwners, haveHeartbeats, nameOf, own])
}

type Between = 'place' | 'description' | 'last' | 'runs' | 'owner' | 'publisher'

/** Returns the columns between the name and the status, with the widths of the table from which each is shown. */
function between<Item>(
  { place, description, last, runs, owner, publisher }: Readonly<Record<Between, DataColumn<Item>>>,
  isAboutOwners: boolean,
  haveHeartbeats: boolean,
): readonly DataColumn<Item>[] {
  if (isAboutOwners) return [{ ...place, from: 'widest' }, last, { ...owner, from: 'broad' }]
  if (haveHeartbeats)
    return [
      { ...place, from: 'full' },
      { ...description, from: 'vast' },
      { ...last, from: 'wide' },
      runs,
      { ...owner, width: '8.5rem' },
      { ...publisher, from: 'vast' },
    ]
  return [
    { ...place, from: 'wide' },
    { ...description, from: 'full' },
    last,
    { ...owner, width: '9rem' },
    publisher,
  ]
}

function LinkedName({ name, link }: { name: string; link: URL | null }) {
  if (link === null) return name
  return (
    <ExternalLink to={link} data-row-title>
      {name}
    </ExternalLink>
  )
}
