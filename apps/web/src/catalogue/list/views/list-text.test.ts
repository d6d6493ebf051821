import { describe, expect, it } from 'vitest'
import { pathOfView, withView } from '../../views/view-address.ts'
import { changedAddress } from '../address/list-address.ts'
import { withTags } from '../conditions/tag-condition.ts'
import { addressOf } from './list-text.ts'

const of = (address: string) => addressOf(new URLSearchParams(address))

describe('the state of a list', () => {
  it('has its parameters in the order of the alphabet, and nothing that is open beside it', () => {
    expect(of('status=active&q=a%20b&saved=v1&id=r1&view=page')).toBe('q=a+b&status=active')
    expect(of('saved=v1')).toBe('')
  })

  it('keeps the order of parameters of the same name', () => {
    expect(of('where=b&q=x&where=a')).toBe('q=x&where=b&where=a')
  })

  it('has the tags of an earlier address as conditions, and is the same when they were taken out and chosen again', () => {
    expect(of('tag=all:a,b&q=x')).toBe('q=x&where=tags.all_of.a%2Cb')
    for (const address of [
      'tag=a,b',
      'tag=a&where=vendor.is.SAP',
      'tag=a&match=any&where=b.empty&where=c.empty',
    ]) {
      const fields = { kind: 'system', types: new Map(), isTagGone: () => false } as const
      const toggled = (from: URLSearchParams, ids: readonly string[]) =>
        changedAddress(
          from,
          ({ conditions }) => ({ conditions: withTags(conditions, { ids, all: false }) }),
          fields,
        )
      const without = toggled(new URLSearchParams(address), [])
      expect(addressOf(without)).not.toBe(of(address))
      expect(addressOf(toggled(without, address.startsWith('tag=a,b') ? ['a', 'b'] : ['a']))).toBe(
        of(address),
      )
    }
  })

  it('keeps tags of an earlier address beside what cannot be read', () => {
    expect(of('tag=a&where=nonsense')).toBe('tag=a&where=nonsense')
  })

  it('is the same when it has gone there and back', () => {
    for (const address of ['q=%26%3D%23+%C3%BC', 'where=name%3Ais%3A%F0%9F%98%80&where=b', 'cols=name%2C-']) {
      const once = of(address)
      expect(of(once)).toBe(once)
      expect(addressOf(withView({ id: 'v1', address: once }))).toBe(once)
    }
  })
})

describe('an open view', () => {
  it('names itself, and keeps what is open beside the list', () => {
    const view = { id: 'v1', address: 'q=x' }
    expect(withView(view, new URLSearchParams('id=r1&q=y&saved=v2')).toString()).toBe('saved=v1&id=r1&q=x')
    expect(pathOfView({ ...view, kind: 'agent' })).toBe('/agents?saved=v1&q=x')
  })
})
