import type { FieldValues } from '@cairn/workspace/port/records/fields'
import { z } from 'zod/mini'
import { fieldValue } from './record-form.ts'

const VALUES = 'fields'
const valuesSchema = z.catch(z.record(z.string(), fieldValue), {})
const changedValues = z.catch(z.record(z.string(), z.nullable(fieldValue)), {})

type Form = Readonly<Record<string, unknown>>

/**
 * The values entered into a form: the fields that differ from its initial state. Of the values of a record, it holds
 * only those that differ, so that the others are restored with their later state; null is an emptied value.
 */
export function enteredIn(form: Form, start: Form): Form {
  const changed = Object.entries(form).filter(([name, value]) => !same(value, start[name]))
  return Object.fromEntries(
    changed.map(([name, value]) => [name, name === VALUES ? changedIn(value, start[name]) : value]),
  )
}

/**
 * Fills a form with the values that were entered before. It leaves out values of another type than the form has, as
 * those of an older build.
 */
export function withEntered(form: Form, draft: Form): Form {
  const entered = Object.fromEntries(
    Object.entries(draft).filter(
      ([name, value]) => (form[name] ?? null) === null || sortOf(value) === sortOf(form[name]),
    ),
  )
  if (entered[VALUES] === undefined) return { ...form, ...entered }
  const values: FieldValues = valuesSchema.parse(form[VALUES])
  const merged = { ...values, ...changedValues.parse(entered[VALUES]) }
  const kept = Object.entries(merged).filter(([, value]) => value !== null)
  return { ...form, ...entered, [VALUES]: Object.fromEntries(kept) }
}

function changedIn(form: unknown, start: unknown): Readonly<Record<string, unknown>> {
  const [now, then] = [valuesSchema.parse(form), valuesSchema.parse(start)]
  const keys = [...new Set([...Object.keys(now), ...Object.keys(then)])]
  return Object.fromEntries(
    keys.filter((key) => !same(now[key], then[key])).map((key) => [key, now[key] ?? null]),
  )
}

function sortOf(value: unknown): string {
  return Array.isArray(value) ? 'list' : typeof value
}

function same(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}
