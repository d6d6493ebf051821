import type { HeartbeatsPart } from '@cairn/workspace/port/records/heartbeats'
import { useWorkspace } from '@/queries/context.tsx'
import { heartbeatQueries } from '@/queries/heartbeats.ts'
import { type ChangeOptions, useChange } from '@/shared/form/use-change.ts'

/** Changes a heartbeat; cards and lists show by themselves what became of it. */
export function useChangeHeartbeat<Given = void, Answer = void>(
  options: ChangeOptions<HeartbeatsPart, Given, Answer>,
) {
  return useChange(useWorkspace().heartbeats, heartbeatQueries.all, options)
}
