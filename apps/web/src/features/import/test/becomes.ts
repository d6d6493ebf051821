import type { CatalogueKind } from '@cairn/workspace/port/records/catalogues'
import type { FieldType } from '@cairn/workspace/port/records/fields'
import { expect } from 'vitest'
import type { Field } from './whole-way.ts'

/** The records that a file becomes, by name. */
export type Expected = readonly Record<string, unknown>[]
type Content = string | Uint8Array<ArrayBuffer>

/** Returns the bytes of a text, as UTF-8. */
export const bytesOf = (content: Content) =>
  typeof content === 'string' ? new TextEncoder().encode(content) : content

/** The kind of the records, and what an account has that is new otherwise. */
export interface Given {
  kind?: CatalogueKind
  fields?: readonly { name: string; type: FieldType }[]
  members?: readonly string[]
}

/** Brings a file the whole way, in a new account, and compares its records by name. */
export async function expectRecords(
  field: Field,
  { name, content }: { name: string; content: Content },
  expected: Expected,
  given: Given = {},
): Promise<void> {
  const { kind = 'system', ...account } = given
  const { records } = await field.importFile({ name, bytes: bytesOf(content) }, kind, account)
  expect(records).toMatchObject(expected)
}
