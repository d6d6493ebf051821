import type { InstallationSecrets } from '@cairn/auth/tokens/secrets'
import type { Contents, Database } from '../database/database.ts'
import type { ProcessMetrics } from '../metrics/process-metrics.ts'
import type { Observe } from '../observe/events.ts'
import type { Config } from '../settings/config.ts'
import type { SupabaseConfig } from '../supabase-project/supabase-config.ts'
import type { Prepared } from './serve.ts'

/** The parts that a process needs to serve a product, beside the database. */
export type ServingParts = Pick<Prepared, 'jobs' | 'site'>

/** The served product, read from environment and files: Cairn, or a separate project. No database is open yet. */
export interface Served {
  config: Config
  observe: Observe
  /** Where observed events are counted; null where monitoring is off. */
  counted: ProcessMetrics | null
  secrets: InstallationSecrets
  contents: Contents
  product: SupabaseConfig
  /** Makes the parts that need the open database. Loads their code: a process that answers nothing does without. */
  over(database: Database): Promise<ServingParts>
  /** Writes the data that has to exist before requests come; once, however many processes serve. */
  bring(database: Database): Promise<void>
  /** The lines for the person at the terminal, beside the address. */
  greeting(publishableKey: string): string[]
}
