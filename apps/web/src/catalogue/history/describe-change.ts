import type { HistoryEntry } from '@cairn/workspace/port/records/history'
import { LINK_PURPOSES } from '@cairn/workspace/port/records/link-purposes'
import type { TFunction } from 'i18next'
import { z } from 'zod/mini'
import { formatDateTime } from '@/lib/text/dates.ts'
import { personName } from '@/shared/people/person-name.ts'
import type { RecordField } from '../fields/field.ts'
import { choiceOf, type FieldWords, fieldText } from '../fields/field-text.ts'
import { fieldValue } from '../form/record-form.ts'
import { linkLine } from '../links/link-text.ts'
import { relationWord } from '../relations/relation-words.ts'
import { statusWord } from '../status-styles.ts'
import { tagDifference } from '../tags/tag-difference.ts'
import { heartbeatText } from './describe-heartbeat.ts'
import { fieldName } from './field-name.ts'
import { shortDifference } from './short-difference.ts'

/** A line of a change. Null stands for an empty value before or after it. */
export interface ChangedValue {
  label: string
  before: string | null
  after: string | null
  /** An event without a former value: `after` describes it. */
  isEvent?: true
}

/** Looks up the names behind the ids in a value. */
export interface Names extends FieldWords {
  system: (id: string) => string
  /** The fields that records of this kind have. */
  fields: readonly RecordField[]
}

const omitted = z.object({ omitted_bytes: z.number() })
const linked = z.object({ id: z.string(), name: z.string(), invited: z.optional(z.boolean()) })
const related = z.object({ name: z.string(), type: z.string(), outgoing: z.boolean() })
const maintained = z.object({ starts_at: z.string(), ends_at: z.string(), note: z.string() })
const texts = z.array(z.string())
const named = z.array(z.object({ name: z.string() }))
const links = z.array(z.object({ purpose: z.enum(LINK_PURPOSES), title: z.string(), url: z.string() }))
const details = z.record(z.string(), z.unknown())

/**
 * Describes the change of a field in words: lists by added and removed entries, details key by key, texts where they
 * differ.
 */
export function describeChange(
  { field, before, after }: Pick<HistoryEntry, 'field' | 'before' | 'after'>,
  names: Names,
): readonly ChangedValue[] {
  if (field === null) return []
  const label = fieldName(field, names.t, names.fields)
  if (field === 'heartbeat' && typeof after === 'string')
    return [{ label, before: null, after: textOf(field, after, names), isEvent: true }]
  if (field === 'details') return ofDetails(label, before, after, names)
  if (field === 'tags') return [{ label, ...tagDifference(before, after) }]
  if (Array.isArray(before) || Array.isArray(after)) {
    const [old, now] = [listOf(before ?? [], names.t), listOf(after ?? [], names.t)]
    if (old && now) return [ofLists(label, old, now, wordOf(field, names))]
  }
  return [line(label, textOf(field, before, names), textOf(field, after, names))]
}

/** The entries of a list: texts, links in words, or things by their names. Null for a value that is no such list. */
function listOf(value: unknown, t: TFunction): readonly string[] | null {
  const whole = links.safeParse(value)
  if (whole.success) return whole.data.map((link) => linkLine(link, t))
  const things = named.safeParse(value)
  if (things.success) return things.data.map(({ name }) => name)
  const plain = texts.safeParse(value)
  return plain.success ? plain.data : null
}

function line(label: string, before: string | null, after: string | null): ChangedValue {
  return { label, ...shortDifference(before, after) }
}

function ofLists(
  label: string,
  before: readonly string[],
  after: readonly string[],
  word: (entry: string) => string,
): ChangedValue {
  const gone = before.filter((entry) => !after.includes(entry)).map(word)
  const added = after.filter((entry) => !before.includes(entry)).map(word)
  return line(label, gone.join(', ') || null, added.join(', ') || null)
}

function ofDetails(label: string, before: unknown, after: unknown, names: Names): readonly ChangedValue[] {
  const [old, now] = [details.safeParse(before ?? {}), details.safeParse(after ?? {})]
  const isWhole = old.success && now.success && !isOmitted(before) && !isOmitted(after)
  if (!isWhole) return [line(label, textOf('details', before, names), textOf('details', after, names))]
  const keys = [...new Set([...Object.keys(old.data), ...Object.keys(now.data)])]
  return keys
    .map((key) => line(key, jsonOf(old.data[key]), jsonOf(now.data[key])))
    .filter((changed) => changed.before !== changed.after)
}

/** Returns the function that names the entries of a list. */
function wordOf(column: string, { system, fields }: Names): (entry: string) => string {
  if (column === 'related_systems') return system
  const field = fields.find(({ key }) => key === column)
  return field ? (id) => choiceOf(field, id).name : (entry) => entry
}

function textOf(field: string, value: unknown, names: Names): string | null {
  const { person, system, language, t } = names
  if (value === null || value === undefined || value === '') return null
  if (field === 'heartbeat') return heartbeatText(value, language, t) ?? jsonOf(value)
  const known = names.fields.find(({ key }) => key === field)
  const stored = fieldValue.safeParse(value)
  if (known && stored.success) return fieldText(known, stored.data, names)
  const large = omitted.safeParse(value)
  if (large.success) {
    const size = Math.ceil(large.data.omitted_bytes / 1_000)
    return t('Too large to keep ({{size}} kB)', { size })
  }
  const relation = related.safeParse(value)
  if (field === 'relations' && relation.success) return relationText(relation.data, t)
  const window = maintained.safeParse(value)
  if (field === 'maintenance' && window.success) return maintenanceText(window.data, names)
  const link = linked.safeParse(value)
  if (link.success) {
    const { name, invited } = link.data
    return invited === true ? t('{{name}} (invited)', { name }) : personName(name, t)
  }
  if (typeof value !== 'string') return jsonOf(value)
  if (field === 'owner_id' || field === 'author_id') return person(value)
  if (field === 'system_id') return system(value)
  return field === 'status' ? t(statusWord(value)) : value
}

/** Relation to the other record, and its name. */
function relationText({ name, type, outgoing }: z.output<typeof related>, t: TFunction): string {
  const word = relationWord(type, outgoing)
  return word === null ? name : `${t(word)} ${name}`
}

/** From when to when, and the note. */
function maintenanceText(window: z.output<typeof maintained>, { t, language }: Names): string {
  const [from, until] = [window.starts_at, window.ends_at].map((moment) =>
    formatDateTime(new Date(moment), language),
  )
  return [t('{{from}} to {{until}}', { from, until }), window.note].filter(Boolean).join(' · ')
}

function isOmitted(value: unknown): boolean {
  return omitted.safeParse(value).success
}

function jsonOf(value: unknown): string | null {
  if (value === undefined || value === null) return null
  return typeof value === 'string' ? value : JSON.stringify(value)
}
