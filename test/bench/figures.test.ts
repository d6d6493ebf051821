import { describe, expect, it } from 'vitest'
import { changeOf, ratioOf, writtenChange } from '../../bench/api/changes.ts'
import { middleOf } from '../../bench/api/samples.ts'
import { progressIn, transactionsIn } from '../../bench/support/pgbench.ts'
import { counted } from '../../bench/support/processor.ts'

const PRINTED = `pgbench (15.14 (Debian 15.14-0+deb12u1))
transaction type: /tmp/transaction.sql
number of transactions actually processed: 10650
number of failed transactions: 0 (0.000%)
latency average = 4.507 ms
initial connection time = 12.345 ms
tps = 3549.812034 (without initial connection time)
`

describe('the figures of pgbench', () => {
  it('are read from what it prints', () => {
    expect(transactionsIn(PRINTED)).toEqual({ done: 10_650, perSecond: 3_549.812034 })
  })

  it('are read second by second, to leave those out in which caches were empty', () => {
    const printed = 'progress: 1.0 s, 900.0 tps, lat 17 ms\nprogress: 2.0 s, 1200.5 tps, lat 13 ms\n'
    expect(progressIn(printed)).toEqual([
      { second: 1, perSecond: 900 },
      { second: 2, perSecond: 1_200.5 },
    ])
  })

  it('are refused where none were printed, or nothing was done', () => {
    expect(() => transactionsIn('pgbench: error: connection to server failed')).toThrow(
      'connection to server',
    )
    expect(() => transactionsIn(PRINTED.replace('10650', '0'))).toThrow('no transaction')
  })
})

it('counters of the kernel are read behind a name with spaces and brackets', () => {
  const stat = '7 (node (a) b) S 1 7 7 0 -1 4194560 9 8 7 6 120 30 40 5 20 0 11 0'
  expect(counted(stat)).toEqual({ own: 1_200, kernel: 300, ended: 450 })
})

const sample = (server: number, postgres: number, client = 0, failed = 0) => ({
  server,
  postgres,
  client,
  perSecond: 100,
  p99: 10,
  failed,
})

describe('a comparison', () => {
  it('takes the middle of the rounds, and all that failed', () => {
    const rounds = [sample(1, 4, 0, 2), sample(9, 6), sample(2, 5, 0, 1)]
    expect(middleOf(rounds)).toMatchObject({ server: 2, postgres: 5, failed: 3 })
  })

  it('sets the bare database against server and Postgres', () => {
    expect(ratioOf(sample(0.25, 0.25), sample(0, 0.2, 0.1))).toBeCloseTo(0.6)
  })

  it.each([
    [1.04, '+4%'],
    [1.06, '+6%, MORE'],
    [0.9, '−10%, LESS'],
  ])('says a change to %s', (after, said) => {
    expect(writtenChange(changeOf([{ before: 1, after }]))).toBe(said)
  })

  it('is not moved by one round that other work disturbed', () => {
    const rounds = [1.01, 3, 1.02].map((after) => ({ before: 1, after }))
    expect(writtenChange(changeOf(rounds))).toBe('+2%')
  })
})
