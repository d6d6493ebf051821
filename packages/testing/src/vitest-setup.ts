import { TEMPLATES_CLUSTER } from './test-database.ts'
import { isTestServerRunning, startTestServer } from './test-server.ts'

/** Some tests have dozens of callers at once, and several run at the same time. */
const MANY = '300'

/** Vitest's global set-up: one Postgres for the whole run, whichever project asks first. Returns what ends it. */
export default async function setup(): Promise<() => Promise<void>> {
  if (isTestServerRunning()) return async () => {}
  const server = await startTestServer({ max_connections: MANY }, TEMPLATES_CLUSTER)
  return () => server.stop()
}
