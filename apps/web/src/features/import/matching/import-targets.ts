import type { Person } from '@cairn/tables/matching/people'
import type { Choice, TargetType } from '@cairn/tables/matching/target'
import { type Phrase, phrase } from '@cairn/workspace/lib/phrase'
import { AGENT_PLATFORMS } from '@cairn/workspace/port/records/agents'
import { AUTOMATION_SOURCES } from '@cairn/workspace/port/records/automations'
import { CATALOGUES, type CatalogueKind } from '@cairn/workspace/port/records/catalogues'
import { columnName } from '@cairn/workspace/port/records/column-names'
import {
  BUILT_IN_FIELDS,
  type BuiltInField,
  type FieldType,
  isBuiltInKey,
} from '@cairn/workspace/port/records/fields'
import type { TFunction } from 'i18next'
import type { RecordField } from '@/catalogue/fields/field.ts'
import { statusStyle } from '@/catalogue/status-styles.ts'
import type { ImportTarget } from '../reading/mapping.ts'

/** The labels in an import of the parts of a record that are no fields; the other parts have the labels of columns. */
const IMPORT_LABELS: Readonly<Record<string, Phrase>> = {
  id: phrase('ID'),
  owner: phrase('Owner'),
  depends_on: phrase('Depends on'),
  part_of: phrase('Part of'),
  provides: phrase('Provides'),
}

/** Heads that links have in files. */
const LINK_HEADS = [
  'link',
  'url',
  'website',
  'webseite',
  'homepage',
  'lien',
  'site web',
  'enlace',
  'sitio web',
]

/** Heads of the tool that an automation runs in. */
const PLATFORM_HEADS = ['platform', 'Plattform', 'plateforme', 'plataforma']

/** Other names of platforms, and products of theirs. */
const PRODUCTS: Readonly<Record<string, readonly string[]>> = {
  OpenAI: ['ChatGPT', 'GPT', 'Azure OpenAI', 'OpenAI Assistants'],
  Anthropic: ['Claude', 'Claude Code'],
  'Make.com': ['Make', 'Integromat'],
  'Power Automate': ['Microsoft Power Automate', 'Microsoft Flow', 'Power Platform'],
}

/** Null where a field takes no column. */
const TARGET_TYPES: Readonly<Record<FieldType, TargetType>> = {
  text: 'text',
  long_text: 'text',
  number: 'number',
  date: 'date',
  yes_no: 'yes_no',
  choice: 'choice',
  choices: 'choices',
  member: 'member',
  record: 'text',
  address: 'address',
}

/** The words of the user's languages, and the people whom the user sees. */
export interface TargetWords {
  t: TFunction
  /** Returns the texts of a phrase in each language. */
  namesOf: (phrase: Phrase) => readonly string[]
  people: readonly Person[]
}

/** Returns the label in an import of a part of a record or a field. */
export function importLabel(key: string, t: TFunction, fields: readonly RecordField[]): string {
  const own = fields.find((field) => field.key === key)?.label
  if (own !== undefined) return own
  const label = IMPORT_LABELS[key] ?? columnName(key)
  return label === null ? key : t(label)
}

/** The fields that a column can go to. */
export function importTargets(
  kind: CatalogueKind,
  fields: readonly RecordField[],
  words: TargetWords,
): readonly ImportTarget[] {
  const target = (key: string, type: TargetType, more: Partial<ImportTarget> = {}): ImportTarget => {
    const label = IMPORT_LABELS[key] ?? columnName(key)
    const names = label === null ? [] : words.namesOf(label)
    return {
      key,
      type,
      list: null,
      label: importLabel(key, words.t, fields),
      ...more,
      names: [...names, ...(more.names ?? [])],
    }
  }
  return [
    target('name', 'text'),
    target('description', 'text'),
    target('status', 'choice', { choices: statusesOf(kind, words) }),
    target('owner', 'member', { people: words.people }),
    ...ownColumns(kind, target),
    ...fields.map((field) => targetOf(field, words)),
    target('experts', 'member', { list: 'commas', people: words.people }),
    target('tags', 'text', { list: 'commas' }),
    // Names of records may contain a comma.
    target('depends_on', 'text', { list: 'lines', names: ['dependencies', 'consumes'] }),
    target('part_of', 'text', { list: 'lines' }),
    target('provides', 'text', { list: 'lines' }),
    target('links', 'address', { list: 'lines', names: LINK_HEADS }),
    target('source_id', 'text', { names: ['Source ID'] }),
    target('imported_from', 'text'),
    target('id', 'text'),
  ]
}

type MakeTarget = (key: string, type: TargetType, more?: Partial<ImportTarget>) => ImportTarget

/** Returns those columns of a single kind that an import knows. */
function ownColumns(kind: CatalogueKind, target: MakeTarget): readonly ImportTarget[] {
  switch (kind) {
    case 'automation':
      return [
        target('source', 'choice', { choices: asChoices(AUTOMATION_SOURCES), names: PLATFORM_HEADS }),
        target('webhook_url', 'address'),
      ]
    case 'agent':
      return [target('platform', 'choice', { choices: asChoices(AGENT_PLATFORMS) })]
    case 'solution':
      return [target('use_cases', 'text', { list: 'lines' }), target('users', 'text', { list: 'commas' })]
    default:
      return []
  }
}

function asChoices(words: readonly string[]): readonly Choice[] {
  return words.map((word) => ({ id: word, names: [word, ...(PRODUCTS[word] ?? [])] }))
}

function statusesOf(kind: CatalogueKind, { namesOf }: TargetWords): readonly Choice[] {
  return CATALOGUES[kind].statuses.map((id) => ({ id, names: namesOf(statusStyle(kind, id).label) }))
}

function targetOf(field: RecordField, { namesOf, people }: TargetWords): ImportTarget {
  const { key, label, choices } = field
  const type = TARGET_TYPES[field.type]
  const hasChoices = type === 'choice' || type === 'choices'
  return {
    key,
    label,
    type,
    list: type === 'choices' ? 'commas' : null,
    ...(type === 'member' && { people }),
    names: isBuiltInKey(key) ? namesOf(BUILT_IN_FIELDS[key].label) : [label],
    ...(hasChoices && {
      choices: choices.map(({ id, name }) => ({ id, names: [name, ...builtInNames(key, id, namesOf)] })),
    }),
  }
}

function builtInNames(key: string, id: string, namesOf: TargetWords['namesOf']): readonly string[] {
  if (!isBuiltInKey(key)) return []
  const { choices = [] }: BuiltInField = BUILT_IN_FIELDS[key]
  const name = choices.find((choice) => choice.id === id)?.name
  return name === undefined ? [] : namesOf(name)
}

/** Returns the names of a target's choices in the user's language: the first name of each is the one on the screen. */
export function choiceNames(
  kind: CatalogueKind,
  target: ImportTarget,
  t: TFunction,
): readonly { id: string; name: string }[] {
  return (target.choices ?? []).map(({ id, names }) => ({
    id,
    name: target.key === 'status' ? t(statusStyle(kind, id).label) : (names[0] ?? id),
  }))
}
