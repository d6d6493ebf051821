import { describe, expect, test } from 'vitest'
import { createSessionEvents, sessionChange } from './session-events.ts'

const person = { id: 'ada', email: 'ada@example.com', name: 'Ada', avatarUrl: null }
const ada = { person, requiredFactors: [] }
const bo = { person: { ...person, id: 'bo' }, requiredFactors: [] }
const renamed = { person: { ...person, name: 'Ada Example' }, requiredFactors: [] }
const factors = [{ id: 'f1', kind: 'totp', name: 'Phone' }] as const
const withoutFactor = { person, requiredFactors: factors }

const REQUIRED = { event: 'second-factor-required', person, factors }

describe('[AUTH-73] sessionChange', () => {
  test.each([
    ['nobody', null, 'nobody', null, null],
    ['nobody', null, 'Ada', ada, { event: 'signed-in', person }],
    ['Ada', ada, 'Ada', { ...ada }, null],
    ['Ada', ada, 'another', bo, { event: 'signed-in', person: bo.person }],
    ['Ada', ada, 'Ada with another name', renamed, { event: 'updated', person: renamed.person }],
    ['Ada', ada, 'nobody', null, { event: 'signed-out' }],
  ])('from %s to %s', (...[, before, , after, change]) => {
    expect(sessionChange(before, after)).toEqual(change)
  })
})

describe('[GAP-29] a second factor that is still required', () => {
  test.each([
    ['is required on sign-in', null, withoutFactor, REQUIRED],
    ['is announced once', withoutFactor, { ...withoutFactor }, null],
    ['is required again when the assurance level drops', ada, withoutFactor, REQUIRED],
    ['signs the user in when it is verified', withoutFactor, ada, { event: 'signed-in', person }],
    ['can be left by signing out', withoutFactor, null, { event: 'signed-out' }],
    ['does not keep another user out', withoutFactor, bo, { event: 'signed-in', person: bo.person }],
  ])('%s', (_, before, after, change) => {
    expect(sessionChange(before, after)).toEqual(change)
  })
})

describe('[AUTH-72] createSessionEvents', () => {
  test('does not announce the session that it starts with, whatever came before', () => {
    const events = createSessionEvents()
    const heard: unknown[] = []
    events.subscribe((change) => heard.push(change))
    events.update(ada)
    events.start(ada)
    events.update(ada)
    expect(heard).toEqual([])
  })

  test('announces nothing to a listener that unsubscribed', () => {
    const events = createSessionEvents()
    const heard: unknown[] = []
    const stop = events.subscribe((change) => heard.push(change))
    events.start(null)
    stop()
    events.update(ada)
    expect(heard).toEqual([])
  })
})
