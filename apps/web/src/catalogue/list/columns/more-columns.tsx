import type { CatalogueKind } from '@cairn/workspace/port/records/catalogues'
import type { FieldType } from '@cairn/workspace/port/records/fields'
import type { CatalogueRecord } from '@cairn/workspace/port/records/records'
import { fieldRank } from '@cairn/workspace/rules/field-order'
import { canOrderBy } from '@cairn/workspace/rules/field-uses'
import { type ReactNode, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useNow } from '@/lib/hooks/use-now.ts'
import type { DataColumn } from '@/ui/data-table/types.ts'
import { Dated } from '@/ui/display/dated.tsx'
import type { RecordField } from '../../fields/field.ts'
import { FieldValueView } from '../../fields/field-value.tsx'
import { isShownAlone } from '../../fields/money.ts'
import { useFields } from '../../fields/use-fields.ts'
import { LinkIcons } from '../../links/link-icons.tsx'
import { LastPublisher } from '../../owner/person.tsx'
import { useRecordColumns } from '../record-columns.tsx'

interface MoreColumnsProps {
  kind: CatalogueKind
  /** Draws the table with the columns that can be chosen beside its usual ones. */
  children: (columns: readonly DataColumn<CatalogueRecord>[]) => ReactNode
}

/** Passes the columns that a list can show beside its usual ones. */
export function MoreColumns({ kind, children }: MoreColumnsProps) {
  return children(useMoreColumns(kind))
}

/**
 * Returns the columns common to all records, and their fields. A list with a usual column for one of them shows its
 * version.
 */
export function useMoreColumns(kind: CatalogueKind): readonly DataColumn<CatalogueRecord>[] {
  const { t } = useTranslation()
  const { description, status, owner, tags, created, nameOf } = useRecordColumns<CatalogueRecord>(kind)
  const fields = useFields(kind)
  return useMemo(
    () => [
      description,
      status,
      owner,
      tags,
      ...fields.filter(isShownAlone).map(fieldColumn),
      {
        id: 'links',
        header: t('Links'),
        cell: ({ links }) => (links.length === 0 ? null : <LinkIcons links={links} />),
        width: '9rem',
      },
      created,
      {
        id: 'updated',
        header: t('Updated'),
        cell: ({ updatedAt }) => <Updated date={updatedAt} />,
        width: '8.25rem',
      },
      {
        id: 'lastPublisher',
        header: t('Last Changed By'),
        cell: ({ updatedBy }) => <LastPublisher personId={updatedBy} look="hover" />,
        sortBy: ({ updatedBy }) => nameOf(updatedBy),
        width: '11rem',
      },
    ],
    [t, description, status, owner, tags, created, nameOf, fields],
  )
}

function Updated({ date }: { date: Date }) {
  return <Dated date={date} nowMs={useNow()} />
}

/** In rem, as the width of a letter of a header. */
const WIDTHS: Readonly<Record<FieldType, number>> = {
  text: 10,
  long_text: 16,
  number: 8,
  date: 8.5,
  yes_no: 6.5,
  choice: 9.5,
  choices: 14,
  member: 11,
  record: 12,
  address: 14,
}
const HEAD_LETTER = 0.42
/** Includes the arrow of the order. */
const HEAD_SPACE = 2.75
const MOST_FOR_HEAD = 10.5

function fieldColumn(field: RecordField): DataColumn<CatalogueRecord> {
  const { key, label, type } = field
  const rank = fieldRank(field)
  return {
    id: key,
    header: label,
    cell: ({ fields }) =>
      fields[key] === undefined ? null : (
        // A row has one line, even where a value takes several elsewhere.
        <span className="[&_span]:flex-nowrap! [&_span]:whitespace-nowrap!">
          <FieldValueView field={field} values={fields} look="hover" />
        </span>
      ),
    width: `${Math.max(WIDTHS[type], Math.min(MOST_FOR_HEAD, label.length * HEAD_LETTER + HEAD_SPACE))}rem`,
    ...(canOrderBy(key, type) && { sortBy: (record: CatalogueRecord) => rank(record) ?? undefined }),
    isEditable: type === 'choice' || type === 'choices',
    ...(type === 'number' && { align: 'end' as const }),
  }
}
