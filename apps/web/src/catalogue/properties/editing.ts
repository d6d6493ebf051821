import type { CatalogueRecord } from '@cairn/workspace/port/records/records'
import type { ReactNode } from 'react'
import { presentValue, withValue } from '../list/edit/record-value.ts'

/** A value of a record that can be changed in its place. */
export interface EditedValue<Item, Value> {
  /** Its column, or its name in the record. */
  id: string
  label: string
  read: (record: Item) => Value
  write: (record: Item, value: Value) => Item
  /** Shows it where two states of it are compared. */
  show: (record: Item) => ReactNode
}

/** Changes values of the record on the screen; null for users who may not. */
export type Editing<Item> = Editor<Item> | null

interface Editor<Item> {
  /** Saves a value, which is `text` in words. Returns why it was refused; null where it was saved, or the user was told. */
  save: <Value>(property: EditedValue<Item, Value>, value: Value, text: string) => Promise<string | null>
}

/** A value that a record has under this name; `show` shows it. */
export function namedValue<Name extends string, Value>(
  name: Name,
  label: string,
  show: (value: Value) => ReactNode,
) {
  type Holder = Readonly<Record<Name, Value>>
  return {
    ...{ id: name, label },
    read: (record: Holder) => record[name],
    write: <Item extends Holder>(record: Item, value: Value): Item => ({ ...record, [name]: value }),
    show: (record: Holder) => show(record[name]),
  }
}

/** The value in a column that every record has. */
export function columnValue<Item extends CatalogueRecord>(
  id: string,
  label: string,
  show: (record: Item) => ReactNode,
): EditedValue<Item, ReturnType<typeof presentValue>> {
  return {
    ...{ id, label, show },
    read: (record) => presentValue(record, id),
    write: (record, value) => withValue(record, id, value),
  }
}

/** Whether two values are the same. */
export function isSameValue(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}
