import { backupsText, type ReadBackups } from './backup-metrics.ts'
import type { DatabaseMetrics } from './database-metrics.ts'
import type { ProcessMetrics } from './process-metrics.ts'

/** The figures of all processes and of the database, as Prometheus reads them. */
export interface Exposition {
  contentType: string
  text(): Promise<string>
}

interface ExpositionParts {
  /** Of this process, or of all that serve together. */
  process: Pick<ProcessMetrics, 'text' | 'contentType'>
  database: DatabaseMetrics
  backups: ReadBackups
}

/** Puts together what a monitor reads. */
export function createExposition({ process, database, backups }: ExpositionParts): Exposition {
  return {
    contentType: process.contentType,
    async text() {
      return (await Promise.all([process.text(), database.text(), backupsText(backups)])).join('\n')
    },
  }
}
