import { SYSTEM } from '@cairn/workspace/contract/examples'
import type { System } from '@cairn/workspace/port/records/systems'
import { describe, expect, test } from 'vitest'
import { changeOf, formOf, newSystemOf, systemFormSchema } from './system-form.tsx'

const valid = { ...formOf(null), name: 'Billing' }

const system: System = { ...SYSTEM, ownerId: 'p1', status: 'maintenance' }

function problems(form: object): unknown {
  const result = systemFormSchema.safeParse({ ...valid, ...form })
  return result.success ? [] : result.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`)
}

describe('systemFormSchema', () => {
  test.each(['', '   ', '\t\n'])('[SYS-16] asks for a name instead of %o', (name) => {
    expect(problems({ name })).toEqual(['name: System name is required'])
  })

  test('[OPEN-03] takes names of up to 120 characters, counted after trimming', () => {
    expect(problems({ name: ` ${'x'.repeat(120)} ` })).toEqual([])
    expect(problems({ name: 'x'.repeat(121) })).toEqual([
      'name: System name must have at most 120 characters.',
    ])
  })

  test('[OPEN-03] takes descriptions of up to 2,000 characters', () => {
    expect(problems({ description: 'x'.repeat(2000) })).toEqual([])
    expect(problems({ description: 'x'.repeat(2001) })).toEqual([
      'description: Description must have at most 2,000 characters.',
    ])
  })

  test('trims what is sent', () => {
    expect(systemFormSchema.parse({ ...valid, name: ' Billing ', description: ' x ' })).toMatchObject({
      name: 'Billing',
      description: 'x',
    })
  })
})

describe('the form', () => {
  test('[SYS-15] starts empty, without an owner', () => {
    expect(formOf(null)).toMatchObject({ name: '', description: '', ownerId: '', status: 'active' })
  })

  test('starts with what is stored, and gives it back unchanged', () => {
    const change = changeOf(formOf(system))
    const { name, description } = system
    expect(change).toMatchObject({ name, description, ownerId: 'p1', status: 'maintenance' })
    expect(system).toMatchObject(change)
  })

  test('offers active in the place of a status that it does not know', () => {
    expect(formOf({ ...system, status: 'retired' }).status).toBe('active')
  })

  test('[GAP-12] sends no status for a new system', () => {
    expect(newSystemOf(valid)).toMatchObject({ name: 'Billing', description: '', ownerId: null })
    expect(newSystemOf(valid)).not.toHaveProperty('status')
  })
})
