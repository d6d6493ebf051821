import { BY_HAND, type DatabaseObject } from './objects.ts'
import { type ObjectStatement, OF_A_ROW } from './statements.ts'

/** The statements of a migration that turn a database into the one that the schemas describe. */
export interface Changes {
  /** Statements, in an order in which they can be applied. */
  statements: string[]
  /** Tables, columns, constraints, indexes and types that differ: their statements are written by hand. */
  byHand: string[]
}

interface Difference {
  before: DatabaseObject | null
  after: DatabaseObject | null
}

/** The roles that anything is granted to. */
const ROLES = [
  'public',
  'anon',
  'authenticated',
  'service_role',
  'supabase_auth_admin',
  'cairn_owner',
  'cairn_definer',
  'cairn_token',
]
const keyOf = ({ kind, relation, name }: DatabaseObject): string => [kind, relation, name].join(' ')
const isByHand = ({ kind }: DatabaseObject): boolean => BY_HAND.some((each) => each === kind)

/** Compares a database that the migrations made with one that the schemas made. Pure. */
export function changesBetween(
  migrated: readonly DatabaseObject[],
  described: readonly DatabaseObject[],
  statements: readonly ObjectStatement[],
): Changes {
  const differences = differencesBetween(migrated, described)
  const byHand = differences.flatMap(({ before, after }) => {
    const found = after ?? before
    return found !== null && isByHand(found) ? [wordsOf(before, after)] : []
  })
  const declared = differences.filter(({ before, after }) => {
    const found = after ?? before
    return found !== null && !isByHand(found)
  })
  return {
    byHand,
    statements: [
      ...inOrder(declared, DROP_ORDER)
        .filter((each) => !isFunctionGone(each))
        .flatMap(dropOf),
      ...inOrder(asDescribed(declared, statements), CREATE_ORDER).flatMap((difference) =>
        creationOf(difference, statements),
      ),
      // Functions come last, when no trigger or policy calls them any more.
      ...declared.filter(isFunctionGone).flatMap(dropOf),
    ],
  }
}

function differencesBetween(
  migrated: readonly DatabaseObject[],
  described: readonly DatabaseObject[],
): Difference[] {
  const before = new Map(migrated.map((each) => [keyOf(each), each]))
  const after = new Map(described.map((each) => [keyOf(each), each]))
  return [...new Set([...before.keys(), ...after.keys()])]
    .map((key) => ({ before: before.get(key) ?? null, after: after.get(key) ?? null }))
    .filter(({ before, after }) => JSON.stringify(before) !== JSON.stringify(after))
}

const wordsOf = (before: DatabaseObject | null, after: DatabaseObject | null): string => {
  if (before === null) return `new ${after?.kind} ${after?.name}: ${after?.definition}`
  if (after === null) return `${before.kind} ${before.name} is gone`
  return `${after.kind} ${after.name}: ${before.definition} -> ${after.definition}`
}

const DROP_ORDER = ['trigger', 'policy', 'view', 'function'] as const
/** Functions and views name each other's types: they come in the order of the schemas. */
const CREATE_ORDER = ['function or view', 'trigger', 'policy', 'relation'] as const

function inOrder(differences: readonly Difference[], kinds: readonly string[]): Difference[] {
  const isOf = (kind: string) => (difference: Difference) =>
    kind.split(' or ').some((each) => (difference.after ?? difference.before)?.kind === each)
  return kinds.flatMap((kind) => differences.filter(isOf(kind)))
}

const isFunctionGone = ({ before, after }: Difference): boolean =>
  after === null && before?.kind === 'function'

/** The name of an object as statements have it: only functions of a row keep their parameter. */
const nameInSchemas = (name = ''): string => (OF_A_ROW.test(name) ? name : name.replace(/\(.*\)$/, ''))

/** Sorts in the order of the schemas: a view stands below the views that it reads. */
function asDescribed(
  differences: readonly Difference[],
  statements: readonly ObjectStatement[],
): Difference[] {
  const placeOf = ({ before, after }: Difference): number => {
    const { kind, name } = after ?? before ?? {}
    return statements.findIndex(
      (each) => each.part === 'create' && each.kind === kind && each.name === nameInSchemas(name),
    )
  }
  return differences
    .map((difference) => ({ difference, place: placeOf(difference) }))
    .sort((one, other) => one.place - other.place)
    .map(({ difference }) => difference)
}

/** Whether `create or replace` cannot lead from one to the other. */
function isMadeAnew({ before, after }: Difference): boolean {
  if (before === null || after === null || before.kind === 'relation') return false
  if (before.kind === 'policy') return before.definition !== after.definition
  if (before.kind === 'view')
    return !(after.signature === before.signature || after.signature.startsWith(`${before.signature}, `))
  return before.signature !== after.signature
}

function dropOf(difference: Difference): string[] {
  const { before, after } = difference
  if (before === null || !(after === null || isMadeAnew(difference))) return []
  const { kind, name, relation } = before
  if (kind === 'trigger') return [`drop trigger ${name} on ${relation};`]
  if (kind === 'policy') return [`drop policy "${name}" on ${relation};`]
  return kind === 'relation' ? [] : [`drop ${kind} ${name};`]
}

/** The statements of the schemas that lead from before to after; only those of the parts that differ. */
function creationOf(difference: Difference, statements: readonly ObjectStatement[]): string[] {
  const { before, after } = difference
  if (after === null) return []
  const name = nameInSchemas(after.name)
  const own = statements.filter(
    (each) => each.kind === after.kind && each.name === name && each.relation === after.relation,
  )
  const isNew = before === null || isMadeAnew(difference)
  const part = (wanted: ObjectStatement['part']): string[] =>
    own.filter((each) => each.part === wanted).map(({ text }) => text)
  return [
    ...(isNew || before.definition !== after.definition
      ? part('create').map((text) => (isNew ? text : text.replace(/^create /, 'create or replace ')))
      : []),
    ...(isNew || before.definition !== after.definition ? [...part('default'), ...part('row security')] : []),
    ...(isNew || before.comment !== after.comment ? part('comment') : []),
    ...(isNew || before.owner !== after.owner ? ownerOf(after) : []),
    ...(isNew || before.rights !== after.rights ? rightsAnew(after, part('rights')) : []),
  ]
}

/** The owner of an object: the schemas name it in one place for all (250_ownership). A view is a relation too. */
function ownerOf({ kind, name, owner }: DatabaseObject): string[] {
  if (kind !== 'function' && kind !== 'relation') return []
  return [`alter ${kind === 'function' ? 'function' : 'table'} ${name} owner to ${owner};`]
}

/** All rights of an object, granted again from none: whoever runs the migration may have other default privileges. */
function rightsAnew({ kind, name, owner }: DatabaseObject, grants: readonly string[]): string[] {
  if (kind !== 'function' && kind !== 'relation') return []
  const target = kind === 'function' ? `function ${name}` : name
  const others = ROLES.filter((role) => role !== owner)
  return [`revoke all on ${target} from ${others.join(', ')};`, ...grants]
}
