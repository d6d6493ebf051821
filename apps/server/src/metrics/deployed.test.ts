import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'
import { backupsText } from './backup-metrics.ts'
import { createDatabaseMetrics } from './database-metrics.ts'
import { createExposition } from './exposition.ts'
import { createProcessMetrics } from './process-metrics.ts'

const DEPLOY = join(import.meta.dirname, '..', '..', '..', '..', 'deploy')
const read = (name: string) => readFileSync(join(DEPLOY, name), 'utf8')
const rules = z.object({
  groups: z.array(z.object({ rules: z.array(z.object({ alert: z.string(), expr: z.string() })) })),
})
const dashboard = z.object({
  panels: z.array(z.object({ title: z.string(), targets: z.array(z.object({ expr: z.string() })) })),
})

/** The names that an expression reads: those with a prefix of ours or of Node. */
const namesIn = (expressions: readonly string[]) =>
  new Set(expressions.flatMap((one) => one.match(/\b(?:cairn|nodejs|process)_[a-z0-9_]+/g) ?? []))

/** All figures that are shown where each has something to show. */
async function shown(): Promise<Set<string>> {
  const process = createProcessMetrics()
  process.watch({ pools: () => [], hashing: () => ({ running: 0, waiting: 0 }) })
  const queue = { queue: 'mails', count: 0, oldest_seconds: 0 }
  const database = createDatabaseMetrics(async () => ({
    size_bytes: 1,
    connections: 1,
    most_connections: 1,
    oldest_transaction_seconds: 0,
    standbys: [],
    mails: queue,
    product: { queues: [], jobs: [], failures: [] },
  }))
  const backups = async () => ({ failed: false, lastGoodAt: new Date(0), walKeptUpTo: new Date(0) })
  expect(await backupsText(backups)).not.toBe('')
  const text = await createExposition({ process, database, backups }).text()
  const names = [...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)].flatMap(([, name = '', type]) =>
    type === 'histogram' ? [`${name}_bucket`, `${name}_sum`, `${name}_count`] : [name],
  )
  return new Set(names)
}

it('alert rules and dashboard read only figures that Cairn shows, and each of its own is in the dashboard', async () => {
  const known = await shown()
  const alerts = rules.parse(parse(read('prometheus-alerts.yml'))).groups.flatMap((group) => group.rules)
  const panels = dashboard.parse(JSON.parse(read('grafana-dashboard.json'))).panels
  const inAlerts = namesIn(alerts.map(({ expr }) => expr))
  const inPanels = namesIn(panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)))
  expect([...inAlerts, ...inPanels].filter((name) => !known.has(name))).toEqual([])
  const own = [...known].filter((name) => name.startsWith('cairn_') && !/_(sum|count)$/.test(name))
  // Two stand only in alerts: a line that is 0 or 1 shows little.
  expect(own.filter((name) => !inPanels.has(name)).toSorted()).toEqual([
    'cairn_backup_failed',
    'cairn_database_up',
  ])
})

it('finds a name that nothing shows', () => {
  expect([...namesIn(['rate(cairn_no_such_thing[5m]) > 1'])]).toEqual(['cairn_no_such_thing'])
})
