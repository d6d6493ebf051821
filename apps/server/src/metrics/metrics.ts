import type { Privileged } from '@cairn/postgres/pool/privileged'
import type { MetricsSettings } from '../settings/metrics-settings.ts'
import type { ReadBackups } from './backup-metrics.ts'
import { readingFigures } from './database-figures.ts'
import { createDatabaseMetrics } from './database-metrics.ts'
import { createExposition, type Exposition } from './exposition.ts'
import { type MetricsPort, openMetricsPort } from './own-port.ts'
import type { ProcessLoad, ProcessMetrics } from './process-metrics.ts'

/** Figures that can be read. */
export interface OpenMetrics {
  /**
   * The figures at `/metrics` of the served port, and the token that opens them; null where the figures have their own
   * port.
   */
  served: { token: string; exposition: Exposition } | null
  close(): Promise<void>
}

interface MetricsParts {
  settings: MetricsSettings
  process: ProcessMetrics
  load: ProcessLoad
  accounts: Privileged
  /** The state of backups; where Cairn makes none, it says so by itself. */
  backups: ReadBackups
  /** Whether the database is Cairn's own. */
  hasProduct: boolean
}

/**
 * Opens the figures as the settings ask: on their own port where one is given, otherwise at an address of the served
 * one.
 */
export async function openMetrics(parts: MetricsParts): Promise<OpenMetrics> {
  const { settings, process, load, accounts, hasProduct, backups } = parts
  const { port, token } = settings
  process.watch(load)
  const database = createDatabaseMetrics(readingFigures(accounts, hasProduct))
  const exposition = createExposition({ process, database, backups })
  const own: MetricsPort | null =
    port === null ? null : await openMetricsPort({ ...settings, port }, exposition)
  return {
    served: own !== null || token === null ? null : { token, exposition },
    close: async () => own?.close(),
  }
}
