import { expect, it } from 'vitest'
import { createCountedBefore } from './counted-before.ts'
import { createProcessMetrics, textOfAll } from './process-metrics.ts'

const request = (path: string, { method = 'GET', status = 200, ms = 3 } = {}) =>
  ({ kind: 'request', id: 'x', method, path, status, ms }) as const

it('counts requests by class of route, method and status, and how long they took', async () => {
  const { observe, text } = createProcessMetrics()
  observe(request('/rest/v1/systems'))
  observe(request('/rest/v1/agents', { ms: 300 }))
  observe(request('/auth/v1/token', { method: 'POST', status: 429 }))
  observe(request('/rest/v1/systems', { method: 'PROPFIND', status: 405 }))
  const shown = await text()
  expect(shown).toContain('cairn_requests_total{route="rest",method="GET",status="200"} 2')
  expect(shown).toContain('cairn_requests_total{route="auth token",method="POST",status="429"} 1')
  expect(shown).toContain('cairn_requests_total{route="rest",method="other",status="405"} 1')
  expect(shown).toContain('cairn_request_seconds_bucket{le="0.005",route="rest",method="GET"} 1')
  expect(shown).toContain('cairn_request_seconds_bucket{le="0.5",route="rest",method="GET"} 2')
})

it('counts runs of jobs, mails and sign-ins, and names nobody', async () => {
  const { observe, text } = createProcessMetrics()
  const [account, person] = ['0d5f2c9e-account', '77aa-person']
  const failed = { job: 'count records', account, item: 'row 1', attempts: 1, cause: new Error(person) }
  observe({ kind: 'job-done', job: 'count records', ms: 1_500 })
  observe({ kind: 'job-failed', ...failed })
  observe({ kind: 'job-given-up', ...failed })
  observe({ kind: 'auth', event: { kind: 'signed-in', requestId: 'x', userId: person, method: 'password' } })
  observe({ kind: 'delivery', event: { kind: 'mail-sent', mailId: 'm', template: 't', attempts: 1 } })
  observe({ kind: 'postgres-restarted' })
  const shown = await text()
  expect(shown).toContain('cairn_job_runs_total{job="count records",outcome="done"} 1')
  expect(shown).toContain('cairn_job_runs_total{job="count records",outcome="failed"} 1')
  expect(shown).toContain('cairn_job_runs_total{job="count records",outcome="given up"} 1')
  expect(shown).toContain('cairn_job_seconds_total{job="count records"} 1.5')
  expect(shown).toContain('cairn_events_total{part="auth",event="signed-in"} 1')
  expect(shown).toContain('cairn_events_total{part="delivery",event="mail-sent"} 1')
  expect(shown).toContain('cairn_events_total{part="server",event="postgres-restarted"} 1')
  expect(shown).not.toContain(account)
  expect(shown).not.toContain(person)
})

it('shows pools, hashing, memory and the event loop', async () => {
  const { watch, text } = createProcessMetrics()
  watch({
    pools: () => [{ name: 'cairn requests', size: 10, open: 4, inUse: 3, waiting: 7 }],
    hashing: () => ({ running: 2, waiting: 5 }),
  })
  const shown = await text()
  expect(shown).toContain('cairn_pool_size{pool="cairn requests"} 10')
  expect(shown).toContain('cairn_pool_open{pool="cairn requests"} 4')
  expect(shown).toContain('cairn_pool_in_use{pool="cairn requests"} 3')
  expect(shown).toContain('cairn_pool_waiting{pool="cairn requests"} 7')
  expect(shown).toContain('cairn_hashing_running 2')
  expect(shown).toContain('cairn_hashing_waiting 5')
  expect(shown).toMatch(/^process_resident_memory_bytes [1-9]/m)
  expect(shown).toMatch(/^nodejs_eventloop_lag_p99_seconds /m)
})

it('adds up what several processes have counted', async () => {
  const [one, other] = [createProcessMetrics(), createProcessMetrics()]
  for (const { observe, watch } of [one, other]) {
    observe(request('/rest/v1/systems'))
    watch({
      pools: () => [{ name: 'cairn requests', size: 5, open: 2, inUse: 1, waiting: 3 }],
      hashing: () => ({ running: 1, waiting: 0 }),
    })
  }
  const shown = await textOfAll([await one.values(), await other.values()])
  expect(shown).toContain('cairn_requests_total{route="rest",method="GET",status="200"} 2')
  expect(shown).toContain('cairn_request_seconds_count{route="rest",method="GET"} 2')
  expect(shown).toContain('cairn_pool_size{pool="cairn requests"} 10')
  expect(shown.match(/^# HELP cairn_requests_total /gm)).toHaveLength(1)
})

it('shows of several processes the one that fares worst, where a sum or a mean would hide it', async () => {
  const gauge = (name: string, aggregator: string, value: number) => ({
    name,
    help: 'x',
    type: 'gauge',
    aggregator,
    values: [{ value, labels: {} }],
  })
  const { values } = createProcessMetrics()
  const figures = (await values()).flatMap((figure) => ('name' in figure ? [figure] : []))
  const means = figures.filter((figure) => 'aggregator' in figure && figure.aggregator === 'average')
  expect(means.length).toBeGreaterThan(3)
  const ofProcess = (lag: number, files: number, started: number) => [
    ...means.map(({ name }) => gauge(String(name), 'average', lag)),
    gauge('nodejs_eventloop_lag_max_seconds', 'max', lag),
    gauge('process_open_fds', 'sum', files),
    gauge('process_max_fds', 'sum', 1_024),
    gauge('process_start_time_seconds', 'omit', started),
    gauge('process_resident_memory_bytes', 'sum', 1_000),
  ]
  const shown = await textOfAll([ofProcess(0, 40, 100), ofProcess(4, 900, 200)])
  for (const { name } of means) expect(shown).toContain(`${name} 4`)
  expect(shown).toContain('nodejs_eventloop_lag_max_seconds 4')
  expect(shown).toContain('process_open_fds 900')
  expect(shown).toContain('process_max_fds 1024')
  expect(shown).toContain('process_start_time_seconds 100')
  expect(shown).toContain('process_resident_memory_bytes 2000')
})

it('keeps counters from falling when a process ends or is too busy to report', async () => {
  const [one, other] = [createProcessMetrics(), createProcessMetrics()]
  for (const { observe } of [one, other]) observe(request('/rest/v1/systems'))
  const before = createCountedBefore()
  before.told(1, await one.values())
  before.told(2, await other.values())
  const busy = await textOfAll([await other.values(), await before.now()([1])])
  expect(busy).toContain('cairn_requests_total{route="rest",method="GET",status="200"} 2')
  expect(busy).toContain('cairn_request_seconds_count{route="rest",method="GET"} 2')
  const asOne = await one.text()
  expect(asOne).toMatch(/^process_resident_memory_bytes [1-9]/m)
  expect(await textOfAll([await before.now()([1, 2])])).not.toContain('process_resident_memory_bytes')

  const earlier = before.now()
  before.ended(1)
  before.ended(2)
  const later = await textOfAll([await before.now()([])])
  expect(later).toContain('cairn_requests_total{route="rest",method="GET",status="200"} 2')
  // A process that reported in a round that began before is not counted twice.
  expect(await textOfAll([await earlier([])])).not.toContain('cairn_requests_total{')
})

it('counts the processes that another one took the place of, by how they ended', async () => {
  const { observe, text } = createProcessMetrics()
  observe({
    kind: 'process-lost',
    number: 1,
    code: null,
    signal: 'SIGKILL',
    cause: 'hung',
    againInSeconds: 0.1,
  })
  const shown = await text()
  expect(shown).toContain('cairn_process_restarts_total{cause="hung"} 1')
  expect(shown).toContain('cairn_process_restarts_total{cause="killed"} 0')
})
