import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { needsOf, poolSizes, sessionsOf } from '../database/connections.ts'
import { usualProcesses } from '../settings/how-many.ts'
import { partOf, placesOf } from '../settings/place.ts'
import { createBackOff } from './back-off.ts'
import { LIVENESS, watchLiveness } from './liveness.ts'

const GIGABYTE = 1024 ** 3

describe('the default number of processes', () => {
  it.each([
    [1, 8, 1, 1],
    [2, 8, 1, 1],
    [3, 8, 2, 3],
    [4, 8, 3, 4],
    [16, 64, 4, 16],
    [4, 1.9, 1, 1],
  ])('with %s cores and %s GB: %s beside Postgres, %s with one elsewhere', (cores, memory, beside, alone) => {
    const machine = { cores, memory: memory * GIGABYTE }
    expect(usualProcesses({ poolSize: 200, besidePostgres: true }, machine)).toBe(beside)
    expect(usualProcesses({ poolSize: 200, besidePostgres: false }, machine)).toBe(alone)
  })

  it('is at most the number of pairs of connections', () => {
    const machine = { cores: 4, memory: 8 * GIGABYTE }
    expect(usualProcesses({ poolSize: 5, besidePostgres: true }, machine)).toBe(2)
  })
})

describe('the division among processes', () => {
  it.each([
    [10, 4, [3, 3, 2, 2]],
    [10, 2, [5, 5]],
    [4_000, 3, [1_334, 1_333, 1_333]],
  ])('splits %s by %s into parts that add up to the whole', (total, of, parts) => {
    expect(placesOf(of).map((place) => partOf(total, place))).toEqual(parts)
  })

  it('splits the connections of a server, and adds those beside the pools for each process', () => {
    const settings = { poolSize: 10, processes: 4, database: null }
    expect(placesOf(4).map((place) => poolSizes(settings, place).requests)).toEqual([3, 3, 2, 2])
    // 10 and 6 in pools, three beside them in each process, and the lock of the folder.
    expect(sessionsOf(settings)).toBe(10 + 6 + 4 * 5 + 1)
    expect(needsOf(settings)).toMatch(
      'CAIRN_PROCESSES 4 each server opens up to 18 connections as authenticator',
    )
  })
})

describe('a process that ends by itself', () => {
  it('is started again later each time, up to half a minute', () => {
    const backOff = createBackOff(() => 0)
    const waits = Array.from({ length: 11 }, () => backOff.ended())
    expect(waits.slice(0, 4)).toEqual([100, 200, 400, 800])
    expect(waits.at(-1)).toBe(30_000)
  })

  it('begins the count again once it has served for a minute', () => {
    let now = 0
    const backOff = createBackOff(() => now)
    backOff.ended()
    backOff.ended()
    backOff.began()
    now = 60_000
    expect(backOff.ended()).toBe(100)
  })
})

describe('a process that does not answer', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  function watched() {
    const [ask, hung] = [vi.fn(), vi.fn()]
    return { ask, hung, ...watchLiveness({ ask, hung, limits: LIVENESS }) }
  }

  it('has hung after fifteen questions, and a word of it restarts the count', () => {
    const { ask, hung, heard } = watched()
    heard()
    vi.advanceTimersByTime(15_000)
    expect([ask.mock.calls.length, hung.mock.calls.length]).toEqual([15, 0])
    heard()
    vi.advanceTimersByTime(15_999)
    expect(hung).not.toHaveBeenCalled()
    vi.advanceTimersByTime(60_000)
    expect(hung).toHaveBeenCalledTimes(1)
  })

  it('has two minutes for its first word', () => {
    const { hung } = watched()
    vi.advanceTimersByTime(120_000)
    expect(hung).not.toHaveBeenCalled()
    vi.advanceTimersByTime(1_000)
    expect(hung).toHaveBeenCalledTimes(1)
  })

  it('is no longer checked once it has ended', () => {
    const { ask, hung, end } = watched()
    end()
    vi.advanceTimersByTime(600_000)
    expect([ask.mock.calls.length, hung.mock.calls.length]).toEqual([0, 0])
  })
})
