import { NotSignedIn, WorkspaceError } from '@cairn/workspace/errors'
import type { Phrase } from '@cairn/workspace/lib/phrase'
import { invitationOf, invitedId } from '@cairn/workspace/port/records/invited-owner'
import type { CatalogueRecord, RecordInput } from '@cairn/workspace/port/records/records'
import { teamOf, teamOwnerId } from '@cairn/workspace/port/records/team-owner'
import { z } from 'zod/mini'
import { describedOf, describingColumns, fieldColumns } from './fields.ts'

/** The columns that the tables of all catalogues have, as fields of a schema of `zod`. */
export const recordFields = {
  id: z.string(),
  name: z.string(),
  description: z.nullable(z.string()),
  owner_id: z.nullable(z.string()),
  invited_owner_id: z.nullable(z.string()),
  team_id: z.nullable(z.string()),
  account_id: z.string(),
  status: z.nullable(z.string()),
  created_by: z.nullable(z.string()),
  updated_by: z.nullable(z.string()),
  created_at: z.string(),
  updated_at: z.string(),
  ...fieldColumns,
}
const record = z.object(recordFields)
type RecordRow = z.infer<typeof record>

/** A column with more about a record, in whatever shape. */
export const detailsField = z.nullable(z.record(z.string(), z.unknown()))

const writtenDetails = z.record(z.string(), z.json())

/** The same as it is written: what is no JSON is a fault of the screen. */
export function detailsColumn(details: Readonly<Record<string, unknown>>) {
  return { details: writtenDetails.parse(details) }
}

/** The same of a new record, which has the column's own empty value where nothing was entered. */
export function newDetailsColumn(details: Readonly<Record<string, unknown>>) {
  return Object.keys(details).length > 0 ? detailsColumn(details) : {}
}

export function recordOf(row: RecordRow): CatalogueRecord {
  return {
    id: row.id,
    name: row.name,
    description: row.description ?? '',
    ownerId: ownerOf(row),
    accountId: row.account_id,
    status: row.status,
    createdBy: row.created_by,
    updatedBy: row.updated_by,
    createdAt: new Date(row.created_at),
    updatedAt: new Date(row.updated_at),
    version: row.updated_at,
    ...describedOf(row),
  }
}

/** Whose a record is: a member's, an invited person's until they join, or a team's. */
export function ownerOf(row: Pick<RecordRow, 'owner_id' | 'invited_owner_id' | 'team_id'>): string | null {
  if (row.team_id !== null) return teamOwnerId(row.team_id)
  return row.owner_id ?? (row.invited_owner_id && invitedId(row.invited_owner_id))
}

const INVITED = 'invited:'
const TEAM = 'team:'

/** A status, or an owner as procedures name one, in the words of the port. */
export function holderOf(word: string | null): string | null {
  if (word?.startsWith(TEAM)) return teamOwnerId(word.slice(TEAM.length))
  return word?.startsWith(INVITED) ? invitedId(word.slice(INVITED.length)) : word || null
}

/** When something happened; null where it never has. */
export function momentOf(stored: string | null): Date | null {
  return stored === null ? null : new Date(stored)
}

export function columnsOf({ name, description, ownerId, ...described }: RecordInput) {
  return { name, description, ...ownerColumns(ownerId), ...describingColumns(described) }
}

/** The columns of an owner. A member is named alone: the database removes another owner for them. */
export function ownerColumns(ownerId: string | null) {
  const team = teamOf(ownerId)
  if (team !== null) return { owner_id: null, team_id: team }
  const invitation = invitationOf(ownerId)
  return invitation === null ? { owner_id: ownerId } : { owner_id: null, invited_owner_id: invitation }
}

/** The time that an update sends beside its values. The database overrules it with its own. */
export function changedNow() {
  return { updated_at: new Date().toISOString() }
}

/** The one thing about a record that must be unique is its name: for `catch`, with the sentence that says so. */
export function nameTheConflict(message: Phrase) {
  return (error: unknown): never => {
    if (!(error instanceof WorkspaceError) || error.kind !== 'conflict') throw error
    throw new WorkspaceError(message, { kind: 'conflict', requestId: error.requestId, cause: error })
  }
}

/** Tells a signed-out user what the sign-in was needed for: for `catch`. */
export function askToSignIn(message: Phrase) {
  return (error: unknown): never => {
    throw error instanceof NotSignedIn ? new NotSignedIn(message) : error
  }
}
