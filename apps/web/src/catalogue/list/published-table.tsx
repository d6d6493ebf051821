import type { CatalogueKind } from '@cairn/workspace/port/records/catalogues'
import type { CatalogueRecord } from '@cairn/workspace/port/records/records'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { DataColumn } from '@/ui/data-table/types.ts'
import { ExternalLink } from '@/ui/display/external-link.tsx'
import { LastPublisher } from '../owner/person.tsx'
import { useListState } from './address/use-list-state.ts'
import type { CatalogueTableProps } from './filtered-records.tsx'
import { useRecordColumns } from './record-columns.tsx'
import { RecordsTable } from './records-table.tsx'

/** What the tables of published records differ in. Give the same object each time. */
export interface PublishedColumns<Item> {
  /** Where a record's name leads; null where it leads nowhere. */
  linkOf: (record: Item) => URL | null
  /** Where it runs. */
  place: DataColumn<Item>
  /** When it did so last. */
  last: DataColumn<Item>
  status: Pick<DataColumn<Item>, 'cell' | 'width'>
}

interface PublishedTableProps<Item> extends CatalogueTableProps<Item> {
  kind: CatalogueKind
  own: PublishedColumns<Item>
  loadingText: string
  emptyText: string
}

/** Records that run elsewhere, a row each, the newest first. */
export function PublishedTable<Item extends CatalogueRecord>({ own, ...props }: PublishedTableProps<Item>) {
  return <RecordsTable {...props} columns={useColumns(props.kind, own)} detailsButton />
}

function useColumns<Item extends CatalogueRecord>(
  kind: CatalogueKind,
  own: PublishedColumns<Item>,
): readonly DataColumn<Item>[] {
  const { t } = useTranslation()
  const { name, description, status, owner, nameOf } = useRecordColumns<Item>(kind)
  // A user who looks for gaps wants to see whose a record is, and to give it an owner.
  const { gaps, owners } = useListState(kind).view
  const isAboutOwners = gaps.length > 0 || owners.includes(null)
  return useMemo(() => {
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
        fillsBelow: isAboutOwners ? 'widest' : 'full',
        cell: (record) => <LinkedName name={record.name} link={own.linkOf(record)} />,
        bringsControl: (record) => own.linkOf(record) !== null,
      },
      ...(isAboutOwners
        ? [
            { ...own.place, from: 'widest' as const },
            { ...own.last, from: 'widest' as const },
            { ...owner, from: 'broad' as const },
          ]
        : [
            { ...own.place, from: 'wide' as const },
            { ...description, from: 'full' as const },
            { ...own.last, from: 'widest' as const },
            { ...owner, width: '9rem' },
            publisher,
          ]),
      // It is changed by what stands there.
      { ...status, ...own.status, isEditable: false },
    ]
  }, [t, name, description, status, owner, isAboutOwners, nameOf, own])
}

function LinkedName({ name, link }: { name: string; link: URL | null }) {
  if (link === null) return name
  return (
    <ExternalLink to={link} data-row-title>
      {name}
    </ExternalLink>
  )
}
