import { measureApi } from './api.ts'
import { measureArchives } from './archives.ts'
import { measureAudit } from './audit.ts'
import { measureAuth } from './auth.ts'
import { measureBackups } from './backups.ts'
import { compareWith } from './compare.ts'
import { measureExports } from './exports.ts'
import { measureFields } from './growth/fields.ts'
import { measureHotUpdates } from './growth/hot.ts'
import { measureOneAccount } from './growth/one-account.ts'
import { measureRelations } from './growth/relations.ts'
import { measureGrowth } from './growth.ts'
import { measureImports } from './imports.ts'
import { measureInserts } from './inserts.ts'
import { measureLateness } from './lateness.ts'
import { measureMail } from './mail.ts'
import { measureMcp } from './mcp.ts'
import { measureMemory } from './memory.ts'
import { measureNodes } from './nodes.ts'
import { measurePings } from './pings.ts'
import { measureProfile } from './profile.ts'
import { measureResources } from './resources.ts'
import { measureSiege } from './siege.ts'
import { measureStart } from './start.ts'
import { IS_SMALL } from './support/extent.ts'
import { measureTokens } from './tokens.ts'
import { measureVersions } from './versions.ts'
import { measureWeb } from './web.ts'
import { measureWebhooks } from './webhooks.ts'

/**
 * The measurements, in the order of their targets. Each prints its own lines. "growth" also means all that begin with
 * it.
 */
const MEASUREMENTS: Record<string, () => Promise<void>> = {
  start: measureStart,
  memory: measureMemory,
  web: measureWeb,
  api: measureApi,
  nodes: measureNodes,
  versions: measureVersions,
  profile: measureProfile,
  resources: measureResources,
  auth: measureAuth,
  growth: measureGrowth,
  'growth:account': measureOneAccount,
  'growth:fields': measureFields,
  'growth:hot': measureHotUpdates,
  'growth:relations': measureRelations,
  audit: measureAudit,
  exports: measureExports,
  imports: measureImports,
  inserts: measureInserts,
  archives: measureArchives,
  backups: measureBackups,
  mail: measureMail,
  pings: measurePings,
  lateness: measureLateness,
  tokens: measureTokens,
  mcp: measureMcp,
  webhooks: measureWebhooks,
  siege: measureSiege,
}

const wanted = process.argv.slice(2).filter((word) => word !== '--small')
const [first, ref] = wanted
if (first === 'compare' && ref !== undefined) {
  await compareWith(ref)
  process.exit()
}
const unknown = wanted.filter((name) => !(name in MEASUREMENTS))
if (unknown.length > 0) {
  console.error(
    `There is no measurement ${unknown.join(', ')}; there are ${Object.keys(MEASUREMENTS).join(', ')}, and compare with a commit.`,
  )
  process.exit(1)
}
const failed: string[] = []
for (const [name, measure] of Object.entries(MEASUREMENTS)) {
  const [group = name] = name.split(':')
  if (wanted.length > 0 && !wanted.includes(name) && !wanted.includes(group)) continue
  try {
    await measure()
  } catch (error) {
    // The others are measured all the same.
    console.error(error)
    failed.push(name)
  }
}
// With little of everything no aim means anything.
if (IS_SMALL) process.exitCode = 0
if (failed.length > 0) {
  console.error(`Did not run to their end: ${failed.join(', ')}.`)
  process.exitCode = 1
}
