import { startTestServer } from './test-server.ts'

/** vitest's global set-up: one Postgres for the whole run. Returns what ends it. */
export default async function setup(): Promise<() => Promise<void>> {
  const server = await startTestServer()
  return () => server.stop()
}
