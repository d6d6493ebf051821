import type { CatalogueKind } from '@cairn/workspace/port/records/catalogues'
import type { CatalogueRecord } from '@cairn/workspace/port/records/records'
import type { ReactNode } from 'react'
import { presentValue } from '../list/edit/record-value.ts'
import { useValueChoices } from '../list/edit/use-value-choices.tsx'
import { columnValue, type Editing } from './editing.ts'
import { PickList, PickValue } from './pick-value.tsx'

interface ColumnValueProps<Item> {
  kind: CatalogueKind
  record: Item
  column: 'status' | 'owner'
  label: string
  editing: Editing<Item>
  isInLine?: boolean
  children: ReactNode
}

/** The status or the owner of a record, picked from what a row of the list offers too. */
export function ColumnValue<Item extends CatalogueRecord>(props: ColumnValueProps<Item>) {
  const { kind, record, column, label, editing, children, ...rest } = props
  const choices = useValueChoices(kind, record).find((one) => one.column === column)
  const words = (item: Item) => choices?.textOf([String(presentValue(item, column) ?? '')])
  return (
    <PickValue
      {...rest}
      label={label}
      list={(open) => <PickList {...open} options={choices?.options ?? []} chosen={choices?.chosen ?? []} />}
      save={
        (editing &&
          choices &&
          ((picked) => {
            const ids = picked.map(({ id }) => id)
            return editing.save(
              columnValue<Item>(column, label, words),
              choices.valueFrom(ids),
              choices.textOf(ids),
            )
          })) ??
        null
      }
    >
      {children}
    </PickValue>
  )
}
