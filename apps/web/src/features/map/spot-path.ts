import { recordPath } from '@/catalogue/record-path.ts'
import type { Spot } from './drawing.ts'
import { type MapAddress, mapPath, withTurned } from './map-address.ts'

/** The path that a spot leads to: the details of a record, or the map with the group turned. */
export function spotPath(spot: Spot, address: MapAddress): string {
  return 'group' in spot ? mapPath(withTurned(address, spot.group.key)) : recordPath(spot.record)
}
