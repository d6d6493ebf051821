import type { Solution } from '@cairn/workspace/port/records/solutions'
import { describe, expect, test } from 'vitest'
import { changeOf, formOf, newSolutionOf, solutionFormSchema } from './solution-form.ts'

const valid = { ...formOf(null), name: 'Portal' }

const solution: Solution = {
  id: 's1',
  name: 'Portal',
  description: 'Orders',
  ownerId: 'p1',
  accountId: 'a1',
  status: 'development',
  useCases: ['Order'],
  users: ['Finance'],
  relatedSystems: ['y1'],
  details: { seats: 12, regions: ['north'] },
  createdBy: null,
  updatedBy: null,
  createdAt: new Date(0),
  updatedAt: new Date(0),
  version: '1970-01-01',
  fields: {},
  tags: [],
  links: [],
}

function problems(form: object): unknown {
  const result = solutionFormSchema.safeParse({ ...valid, ...form })
  return result.success ? [] : result.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`)
}

describe('the form of a solution', () => {
  test.each(['', '   '])('[SOL-24] asks for a name instead of %o', (name) => {
    expect(problems({ name })).toEqual(['name: Solution name is required'])
  })

  test('takes up to 100 entries, counting the one that is being typed', () => {
    const entries = Array.from({ length: 100 }, (_, index) => String(index))
    expect(problems({ users: { entries, draft: '7' } })).toEqual([])
    expect(problems({ users: { entries, draft: 'one more' } })).toEqual([
      'users: A solution can have at most 100 users.',
    ])
  })

  test('starts with what is stored, and gives it back unchanged', () => {
    const { name, description, ownerId, useCases, users, relatedSystems, status, details } = solution
    expect(changeOf(formOf(solution))).toEqual({
      name,
      description,
      ownerId,
      useCases,
      users,
      relatedSystems,
      status,
      details,
      fields: {},
      links: [],
      tags: [],
    })
  })

  test('saves what is typed into a list but was not added', () => {
    const form = { ...valid, useCases: { entries: ['Order'], draft: ' Pay ' } }
    expect(newSolutionOf(form).useCases).toEqual(['Order', 'Pay'])
  })

  test('[GAP-12] sends no status for a new solution', () => {
    expect(newSolutionOf(valid)).not.toHaveProperty('status')
  })
})
