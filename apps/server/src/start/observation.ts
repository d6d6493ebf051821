import type { ProcessMetrics } from '../metrics/process-metrics.ts'
import type { Observe } from '../observe/events.ts'
import { openLog } from '../observe/log.ts'
import type { Config } from '../settings/config.ts'
import type { Place } from '../settings/place.ts'

/** Where what the server reports goes: to the log, and to the figures where monitoring is on. */
export async function openObservation(
  { logLevel, metrics }: Config,
  place: Place,
): Promise<{
  observe: Observe
  counted: ProcessMetrics | null
}> {
  const log = openLog(logLevel, place)
  if (metrics === null) return { observe: log, counted: null }
  // The library of figures is not loaded for a server whose figures nobody reads.
  const { createProcessMetrics } = await import('../metrics/process-metrics.ts')
  const counted = createProcessMetrics()
  return {
    observe(event) {
      log(event)
      counted.observe(event)
    },
    counted,
  }
}
