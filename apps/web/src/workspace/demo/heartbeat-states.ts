import { demoHeartbeats } from '@cairn/workspace/examples/heartbeats'
import { HEARTBEAT_FIELD } from '@cairn/workspace/port/records/heartbeat-condition'
import type { CatalogueRecord } from '@cairn/workspace/port/records/records'

/** The examples with the states of their heartbeats among their fields, so that a filter finds them there. */
export function withStates<Item extends CatalogueRecord>(items: readonly Item[]): readonly Item[] {
  const states = new Map(demoHeartbeats().map(({ recordId, state }) => [recordId, state]))
  return items.map((item) => {
    const state = states.get(item.id)
    return state ? { ...item, fields: { ...item.fields, [HEARTBEAT_FIELD]: state } } : item
  })
}
