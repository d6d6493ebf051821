import { CATALOGUE_KINDS, CATALOGUES } from '../port/records/catalogues.ts'
import { IN_TROUBLE } from '../port/records/heartbeat-condition.ts'
import { NOTIFICATIONS, type NotificationKind } from './kinds.ts'

/**
 * The list in which a reader finds the records of a notification that tells of several: what they own, what they know,
 * what is late or failing now, or else the catalogue. Null where nothing is left to be seen, or the kind has no screen.
 */
export function listOfMany(kind: NotificationKind, recordKind: string | null, reader: string | null) {
  const catalogue = CATALOGUE_KINDS.find((known) => known === recordKind)
  if (NOTIFICATIONS[kind].leadsTo !== 'record' || catalogue === undefined) return null
  if (kind === 'expert_assigned' && reader !== null) return `/team/${encodeURIComponent(reader)}`
  const { path } = CATALOGUES[catalogue]
  if (kind === 'heartbeat_late' || kind === 'heartbeat_failing') return `${path}?${IN_TROUBLE}`
  return kind === 'owner_assigned' ? `${path}?owner=me` : path
}
