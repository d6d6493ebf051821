import type { InstallationSecrets } from '@cairn/auth/tokens/secrets'
import type { Contents, Database } from '../database/database.ts'
import type { ProcessMetrics } from '../metrics/process-metrics.ts'
import type { Observe } from '../observe/events.ts'
import type { Config } from '../settings/config.ts'
import type { SupabaseConfig } from '../supabase-project/supabase-config.ts'
import type { Prepared } from './serve.ts'

/** What is served, read from environment and files: Cairn, or a project of somebody's own. No database is open yet. */
export interface Served {
  config: Config
  observe: Observe
  /** Where what is observed is counted; null where monitoring is off. */
  counted: ProcessMetrics | null
  secrets: InstallationSecrets
  contents: Contents
  product: SupabaseConfig
  /** What stands on the open database. */
  over(database: Database): Pick<Prepared, 'jobs' | 'site'>
  /** Brings into the database what has to be there before requests come; once, whatever processes serve. */
  bring(database: Database): Promise<void>
  /** What the person at the terminal is told beside the address. */
  greeting(publishableKey: string): string[]
}
