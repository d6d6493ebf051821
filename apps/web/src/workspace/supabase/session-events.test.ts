import { describe, expect, test } from 'vitest'
import { changeBetween, createAnnouncer } from './session-events.ts'

const person = { id: 'ada', email: 'ada@example.com', name: 'Ada', avatarUrl: null }
const ada = { person, askedFactors: [] }
const bo = { person: { ...person, id: 'bo' }, askedFactors: [] }
const renamed = { person: { ...person, name: 'Ada Example' }, askedFactors: [] }
const factors = [{ id: 'f1', kind: 'totp', name: 'Phone' }] as const
const halfIn = { person, askedFactors: factors }

const ASKED = { event: 'second-factor-asked', person, factors }

describe('[AUTH-73] changeBetween', () => {
  test.each([
    ['nobody', null, 'nobody', null, null],
    ['nobody', null, 'Ada', ada, { event: 'signed-in', person }],
    ['Ada', ada, 'Ada', { ...ada }, null],
    ['Ada', ada, 'another', bo, { event: 'signed-in', person: bo.person }],
    ['Ada', ada, 'Ada with another name', renamed, { event: 'updated', person: renamed.person }],
    ['Ada', ada, 'nobody', null, { event: 'signed-out' }],
  ])('from %s to %s', (...[, before, , after, change]) => {
    expect(changeBetween(before, after)).toEqual(change)
  })
})

describe('[GAP-29] a second factor that is still to be shown', () => {
  test.each([
    ['is asked for on sign-in', null, halfIn, ASKED],
    ['is asked for once', halfIn, { ...halfIn }, null],
    ['is asked for when the session falls back', ada, halfIn, ASKED],
    ['signs in when it is shown', halfIn, ada, { event: 'signed-in', person }],
    ['can be given up', halfIn, null, { event: 'signed-out' }],
    ['is no hindrance for somebody else', halfIn, bo, { event: 'signed-in', person: bo.person }],
  ])('%s', (_, before, after, change) => {
    expect(changeBetween(before, after)).toEqual(change)
  })
})

describe('[AUTH-72] createAnnouncer', () => {
  test('takes what it starts from as known, whatever was heard before', () => {
    const announcer = createAnnouncer()
    const heard: unknown[] = []
    announcer.listen((change) => heard.push(change))
    announcer.hear(ada)
    announcer.startFrom(ada)
    announcer.hear(ada)
    expect(heard).toEqual([])
  })

  test('tells nobody who stopped listening', () => {
    const announcer = createAnnouncer()
    const heard: unknown[] = []
    const stop = announcer.listen((change) => heard.push(change))
    announcer.startFrom(null)
    stop()
    announcer.hear(ada)
    expect(heard).toEqual([])
  })
})
