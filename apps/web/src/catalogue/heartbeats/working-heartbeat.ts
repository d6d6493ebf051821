import type { Heartbeat } from '@cairn/workspace/port/records/heartbeats'

/** A heartbeat whose address works. */
export type WorkingHeartbeat = Heartbeat & { state: NonNullable<Heartbeat['state']> }

export function isWorking(heartbeat: Heartbeat): heartbeat is WorkingHeartbeat {
  return heartbeat.state !== null
}
