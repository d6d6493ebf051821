import { describe, expect, test } from 'vitest'
import { changeBetween, createAnnouncer } from './announcer.ts'

const ada = { id: 'ada', email: 'ada@example.com', name: 'Ada', avatarUrl: null }
const bo = { ...ada, id: 'bo' }
const renamed = { ...ada, name: 'Ada Example' }

describe('[AUTH-73] changeBetween', () => {
  test.each([
    ['nobody', null, 'nobody', null, null],
    ['nobody', null, 'Ada', ada, { event: 'signed-in', person: ada }],
    ['Ada', ada, 'Ada', { ...ada }, null],
    ['Ada', ada, 'another', bo, { event: 'signed-in', person: bo }],
    ['Ada', ada, 'Ada with another name', renamed, { event: 'updated', person: renamed }],
    ['Ada', ada, 'nobody', null, { event: 'signed-out', person: null }],
  ])('from %s to %s', (...[, before, , after, change]) => {
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
