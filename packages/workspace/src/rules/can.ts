import { type Phrase, phrase } from '../lib/phrase.ts'
import { teamOf } from '../port/records/team-owner.ts'
import type { Me, PermissionLevel } from '../port/workspace.ts'

/** The facts about a record of a catalogue that decide who may change it. */
export interface OwnedRecord {
  /** A member, an invited person or a team. */
  ownerId: string | null
  createdBy: string | null
}

/** The facts about another member that decide who may change their profile. */
interface EditedMember {
  id: string
  permissionLevel: PermissionLevel
}

/** The actions, each with its subject. */
export type Permission =
  | [action: 'create-record', subject: null]
  | [action: 'change-record', subject: OwnedRecord]
  | [action: 'delete-record', subject: OwnedRecord]
  | [action: 'assign-experts', subject: null]
  | [action: 'relate-records', subject: null]
  | [action: 'plan-maintenance', subject: null]
  | [action: 'manage-tags', subject: null]
  | [action: 'share-views', subject: null]
  | [action: 'manage-teams', subject: null]
  | [action: 'manage-features', subject: null]
  | [action: 'change-appearance', subject: null]
  | [action: 'manage-fields', subject: null]
  | [action: 'edit-member', subject: EditedMember]

export type Answer = { allowed: true } | { allowed: false; reason: Phrase }

const RANKS: Record<PermissionLevel, number> = { viewer: 0, user: 1, manager: 2, admin: 3 }

/** Whether a level reaches the required one. A missing level reaches none. */
export function hasRank(level: PermissionLevel | null, required: PermissionLevel): boolean {
  return level !== null && RANKS[level] >= RANKS[required]
}

const ALLOWED: Answer = { allowed: true }
const no = (reason: Phrase): Answer => ({ allowed: false, reason })

const LEVEL_IS_TOO_LOW = no(phrase('Viewers cannot make changes. Ask an administrator for another level.'))

const FOR_MANAGERS = {
  'manage-tags': no(phrase('Only managers and administrators can change tags.')),
  'share-views': no(phrase('Only managers and administrators can change the views of all members.')),
  'manage-teams': no(phrase('Only managers and administrators can change teams.')),
}

const FOR_ADMINS = {
  'manage-features': no(phrase('Features can only be managed by administrators.')),
  'change-appearance': no(phrase('Only administrators can modify appearance settings.')),
  'manage-fields': no(phrase('Only administrators can change fields.')),
}

/**
 * Whether `me` may do something, and the reason where not. It mirrors the policies of the database, which decide; the
 * screens use it only to hide or disable what would be refused.
 */
export function can(me: Me, ...[action, subject]: Permission): Answer {
  if (me.kind === 'visitor') return no(phrase('Please sign in to make changes.'))
  if (me.kind === 'guest')
    return no(phrase("Changes aren't saved in guest mode. Please sign up for full access."))
  if (me.account === null) return no(phrase('You do not belong to an account yet.'))
  if (action === 'manage-features' || action === 'change-appearance' || action === 'manage-fields')
    return hasRank(me.permissionLevel, 'admin') ? ALLOWED : FOR_ADMINS[action]
  if (action === 'manage-tags' || action === 'share-views' || action === 'manage-teams')
    return hasRank(me.permissionLevel, 'manager') ? ALLOWED : FOR_MANAGERS[action]
  if (action === 'edit-member') return mayEdit(me, subject)
  if (!hasRank(me.permissionLevel, 'user')) return LEVEL_IS_TOO_LOW
  switch (action) {
    case 'create-record':
    case 'assign-experts':
    case 'relate-records':
    case 'plan-maintenance':
      return ALLOWED
    case 'change-record':
      return mayTouch(me, subject) ? ALLOWED : no(phrase('You can change only what you created or own.'))
    case 'delete-record':
      return mayTouch(me, subject) ? ALLOWED : no(phrase('You can delete only what you created or own.'))
  }
}

/**
 * Whether a control is offered at all. Guests may open every dialog and form, and learn on saving that nothing is kept.
 */
export function offered(me: Me, ...permission: Permission): Answer {
  return me.kind === 'guest' ? ALLOWED : can(me, ...permission)
}

function mayTouch(me: Me, record: OwnedRecord): boolean {
  if (hasRank(me.permissionLevel, 'manager')) return true
  if (me.kind !== 'member') return false
  if (record.createdBy === me.personId || record.ownerId === me.personId) return true
  const team = teamOf(record.ownerId)
  return team !== null && me.teams?.includes(team) === true
}

function mayEdit(me: Me, { id, permissionLevel }: EditedMember): Answer {
  if (me.personId === id) return no(phrase('Edit your own details in your profile.'))
  if (!hasRank(me.permissionLevel, 'manager'))
    return no(phrase('Only managers and administrators can edit members.'))
  return hasRank(me.permissionLevel, permissionLevel)
    ? ALLOWED
    : no(phrase('Only administrators can edit administrators.'))
}
