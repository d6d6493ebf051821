import { describe, expect, test } from 'vitest'
import { disputes, merge } from './conflict.ts'

const FIELDS = ['name', 'description', 'users'] as const
const before = { name: 'Billing', description: '', users: ['Sales'] }

describe('what two people have changed at once', () => {
  test('is disputed where the other has changed it to something else than I', () => {
    const theirs = { name: 'Invoices', description: 'Same', users: ['Sales', 'Support'] }
    const mine = { name: 'Bills', description: 'Same', users: ['Sales'] }
    expect([...disputes(FIELDS, { before, theirs, mine })]).toEqual([
      ['name', 'mine'],
      ['users', 'theirs'],
    ])
  })

  test('is not what only I have changed', () => {
    const theirs = { ...before, name: 'Invoices' }
    const mine = { ...before, description: 'Mine', name: 'Invoices' }
    expect(disputes(FIELDS, { before, theirs, mine }).size).toBe(0)
  })

  test('becomes one by choosing, field by field', () => {
    const theirs = { name: 'Invoices', description: 'Theirs', users: ['Support'] }
    const mine = { name: 'Bills', description: 'Mine', users: ['Sales'] }
    const choices = new Map([
      ['name', 'mine'],
      ['description', 'theirs'],
    ] as const)
    expect(merge({ mine, theirs }, choices)).toEqual({
      name: 'Bills',
      description: 'Theirs',
      users: ['Sales'],
    })
  })
})
