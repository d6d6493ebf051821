import { type Phrase, phrase } from '@cairn/workspace/lib/phrase'
import { BUILT_IN_FIELDS } from '@cairn/workspace/port/records/built-in-fields'
import { CATALOGUE_KINDS, CATALOGUES } from '@cairn/workspace/port/records/catalogues'
import { MAP_GROUPINGS, type MapGrouping } from '@cairn/workspace/port/records/record-map'
import type { TFunction } from 'i18next'
import { HEARTBEAT_LOOKS } from '@/catalogue/heartbeats/heartbeat-state.tsx'
import { statusStyle } from '@/catalogue/status-styles.ts'
import type { BadgeVariant } from '@/ui/display/badge.tsx'
import type { GroupSpot, ShownRecord, Spot } from './drawing.ts'
import type { Lens } from './map-address.ts'

/** A word about a spot, in its color. */
export interface SpotLook {
  word: string
  variant: BadgeVariant
}

export const LENS_WORDS: Readonly<Record<Lens, Phrase>> = {
  status: phrase('Status'),
  runs: phrase('Runs'),
  owner: phrase('Owner'),
  criticality: phrase('Criticality'),
}

export const GROUPING_WORDS: Readonly<Record<MapGrouping, Phrase>> = {
  department: phrase('Department'),
  kind: phrase('Kind'),
  owner: phrase('Owner'),
  tag: phrase('Tag'),
  lifecycle: phrase('Lifecycle'),
}

const CRITICALITY_LOOKS: Readonly<
  Record<(typeof BUILT_IN_FIELDS.criticality.choices)[number]['id'], BadgeVariant>
> = { low: 'neutral', medium: 'secondary', high: 'warning', critical: 'danger' }

/** Says what a lens shows of a record. */
export function recordLook(
  { kind, status, state, maintenanceUntil, ownerId, criticality }: ShownRecord,
  lens: Lens,
  t: TFunction,
): SpotLook {
  switch (lens) {
    case 'status': {
      const { label, variant } = statusStyle(kind, status)
      return { word: t(label), variant }
    }
    case 'runs':
      if (maintenanceUntil !== null) return { word: t('Maintenance'), variant: 'neutral' }
      if (state === null) return { word: t('Reports nothing'), variant: 'neutral' }
      return { word: t(HEARTBEAT_LOOKS[state].label), variant: HEARTBEAT_LOOKS[state].variant }
    case 'owner':
      return ownerId === null
        ? { word: t('No owner'), variant: 'warning' }
        : { word: t('Has an owner'), variant: 'success' }
    case 'criticality': {
      const choice = BUILT_IN_FIELDS.criticality.choices.find(({ id }) => id === criticality)
      if (!choice) return { word: t('No criticality'), variant: 'neutral' }
      return { word: t(choice.name), variant: CRITICALITY_LOOKS[choice.id] }
    }
  }
}

/** Says what a lens shows of a group: how many of its records need a look. Null where there are none. */
export function groupLook({ group }: GroupSpot, lens: Lens, t: TFunction): SpotLook | null {
  const { unowned, troubled, critical, inMaintenance } = group
  if (lens === 'runs' && troubled > 0)
    return { word: t('{{count}} late or failing', { count: troubled }), variant: 'warning' }
  if (lens === 'runs' && inMaintenance > 0)
    return { word: t('{{count}} in maintenance', { count: inMaintenance }), variant: 'neutral' }
  if (lens === 'owner' && unowned > 0)
    return { word: t('{{count}} without an owner', { count: unowned }), variant: 'warning' }
  if (lens === 'criticality' && critical > 0)
    return { word: t('{{count}} critical', { count: critical }), variant: 'danger' }
  return null
}

const NO_VALUE: Readonly<Record<MapGrouping, Phrase>> = {
  department: phrase('No department'),
  kind: phrase('Unknown'),
  owner: phrase('No owner'),
  tag: phrase('No tag'),
  lifecycle: phrase('No lifecycle'),
}

/** Returns the name of a group. */
export function groupName(
  { group: { key, label } }: GroupSpot,
  by: MapGrouping | null,
  t: TFunction,
): string {
  if (key === '') return t(NO_VALUE[by ?? MAP_GROUPINGS[0]])
  if (label === null) return by === 'owner' ? t('Unknown User') : key
  const kind = CATALOGUE_KINDS.find((known) => by === 'kind' && known === label)
  if (kind) return t(CATALOGUES[kind].title)
  const choice = BUILT_IN_FIELDS.lifecycle.choices.find(({ id }) => by === 'lifecycle' && id === label)
  return choice ? t(choice.name) : label
}

/** Says how many records a group has. */
export function recordCount(count: number, t: TFunction): string {
  return t('{{count}} records', { count, defaultValue_one: '{{count}} record' })
}

/** Returns the name of a record or a group. */
export function spotName(spot: Spot, by: MapGrouping | null, t: TFunction): string {
  return 'group' in spot ? groupName(spot, by, t) : spot.record.name
}

/** Says what a lens shows of a spot; of a group without anything to tell how many records it has. */
export function spotWords(
  spot: Spot,
  lens: Lens,
  t: TFunction,
): { word: string; variant: BadgeVariant | null } {
  const look = 'group' in spot ? groupLook(spot, lens, t) : recordLook(spot.record, lens, t)
  if (look !== null) return look
  return { word: 'group' in spot ? recordCount(spot.group.records, t) : '', variant: null }
}
