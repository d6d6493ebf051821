import { testDatabase } from '@cairn/testing/test-database'
import { startTestServer } from '@cairn/testing/test-server'
import type { TestProject } from 'vitest/node'
import { type Installed, install } from '../installation.ts'
import { COMMON } from '../settings.ts'
import { isStub, serveNothing } from '../stub.ts'
import { makeSigningKeys } from './keys.ts'
import { SITES } from './sites.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** None against the stub. */
    authInstallations: (Installed & { bare: boolean })[]
  }
}

/** vitest's global set-up: the whole server in each configuration that the suite expects. Returns what ends them. */
export default async function open(project: TestProject): Promise<() => Promise<void>> {
  makeSigningKeys(process.env['CONFORMANCE_SUITE'] ?? '')
  if (isStub()) {
    project.provide('authInstallations', [])
    return serveNothing(SITES.map(({ port }) => port))
  }
  // For all pools of the five installations.
  const postgresServer = await startTestServer({ max_connections: '200' })
  console.log(`[auth.links] prove_all = ${COMMON.linksProveAll ?? false}`)
  const installed = await Promise.all(
    SITES.map(async ({ bare, ...site }) => ({
      bare,
      ...(await install({ ...site, schemas: ['public'] }, await testDatabase('auth'))),
    })),
  )
  project.provide(
    'authInstallations',
    installed.map(({ stop: _stop, ...known }) => known),
  )
  return async () => {
    await Promise.all(installed.map(({ stop }) => stop()))
    await postgresServer.stop()
  }
}
