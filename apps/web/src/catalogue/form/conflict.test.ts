import { describe, expect, test } from 'vitest'
import { disputes, type FormPart, merge, withHidden } from './conflict.ts'

interface Form {
  name: string
  description: string
  users: readonly string[]
  values: Readonly<Record<string, string>>
}

const field = (id: 'name' | 'description' | 'users'): FormPart<Form> => ({
  id,
  read: (form) => form[id],
  take: (form, from) => ({ ...form, [id]: from[id] }),
})
const value = (key: string): FormPart<Form> => ({
  id: key,
  read: (form) => form.values[key],
  take: (form, from) => ({ ...form, values: { ...form.values, [key]: from.values[key] ?? '' } }),
})
const PARTS = [
  field('name'),
  field('description'),
  field('users'),
  value('vendor'),
  value('department'),
  { ...value('retired'), isHidden: true },
]
const before: Form = { name: 'Billing', description: '', users: ['Sales'], values: { vendor: 'Acme' } }

describe('a conflict between two changes', () => {
  test('contains the fields that both changed to different values', () => {
    const theirs = { ...before, name: 'Invoices', description: 'Same', users: ['Sales', 'Support'] }
    const mine = { ...before, name: 'Bills', description: 'Same', users: ['Sales'] }
    expect([...disputes(PARTS, { before, theirs, mine })]).toEqual([
      ['name', 'mine'],
      ['users', 'theirs'],
    ])
  })

  test('leaves out a field that only I changed, or that both changed alike', () => {
    const theirs = { ...before, name: 'Invoices' }
    const mine = { ...before, description: 'Mine', name: 'Invoices' }
    expect(disputes(PARTS, { before, theirs, mine }).size).toBe(0)
  })

  test('is resolved by a choice for each field', () => {
    const theirs = { ...before, name: 'Invoices', description: 'Theirs', users: ['Support'] }
    const mine = { ...before, name: 'Bills', description: 'Mine', users: ['Sales'] }
    const choices = new Map([
      ['name', 'mine'],
      ['description', 'theirs'],
    ] as const)
    expect(merge(PARTS, { mine, theirs }, choices)).toEqual({
      ...before,
      name: 'Bills',
      description: 'Theirs',
      users: ['Sales'],
    })
  })

  test('is listed value by value, so that one of each can stay', () => {
    const theirs = { ...before, values: { vendor: 'Theirs', department: 'Sales' } }
    const mine = { ...before, values: { vendor: 'Mine' } }
    const choices = disputes(PARTS, { before, theirs, mine })
    expect([...choices]).toEqual([
      ['vendor', 'mine'],
      ['department', 'theirs'],
    ])
    expect(merge(PARTS, { mine, theirs }, choices).values).toEqual({ vendor: 'Mine', department: 'Sales' })
  })

  test('leaves out values that the form does not show, and keeps what others saved there', () => {
    const theirs = { ...before, values: { vendor: 'Acme', retired: 'Theirs' } }
    const mine = { ...before, values: { vendor: 'Mine', retired: 'Old' } }
    expect(disputes(PARTS, { before, theirs, mine }).size).toBe(0)
    expect(withHidden(PARTS, { mine, theirs }).values).toEqual({ vendor: 'Mine', retired: 'Theirs' })
  })
})
