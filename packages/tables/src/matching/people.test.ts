import { describe, expect, test } from 'vitest'
import { likelyPerson, peopleIn, personOf, plainPerson } from './people.ts'

const PEOPLE = [
  { id: '1', name: 'Ann Example' },
  { id: '2', name: 'Ben Sample' },
  { id: '3', name: 'Zoë van der Berg' },
  { id: '4', name: 'Kim Twin' },
  { id: '5', name: 'Kim Twin' },
]

test.each([
  ['Ann Example', '1'],
  ['Example, Ann', '1'],
  ['SAMPLE Ben (IT-42)', '2'],
  ['CN=Ann Example,OU=Staff,DC=orchard,DC=example', '1'],
  ['CN=Sample\\, Ben,OU=Staff', '2'],
  ['van der Berg, Zoe', '3'],
  ['Kim Twin', undefined],
  ['Ann', undefined],
  ['ORCHARD\\ann', undefined],
  ['', undefined],
])('%j names the member %s', (text, id) => {
  expect(personOf(text, PEOPLE)?.id).toBe(id)
})

describe('several people in a cell', () => {
  test.each([
    ['Example, Ann; Sample, Ben', ['Example, Ann', 'Sample, Ben']],
    ['Example, Ann', ['Example, Ann']],
    ['Example, Ann, Sample, Ben', ['Example, Ann', 'Sample, Ben']],
    ['Ann Example, Ben Sample', ['Ann Example', 'Ben Sample']],
    ['ann@example.com, ben@example.com', ['ann@example.com', 'ben@example.com']],
    ['CN=Ann Example,OU=Staff', ['CN=Ann Example,OU=Staff']],
  ])('%j are %j', (text, people) => {
    expect(peopleIn(text, PEOPLE)).toEqual(people)
  })
})

test('a stranger keeps the name that the directory has', () => {
  expect(plainPerson('Stranger, Cleo')).toBe('Stranger, Cleo')
  expect(plainPerson('CN=Cleo Stranger,OU=Staff')).toBe('Cleo Stranger')
})

test.each([
  ['ORCHARD\\ann', 'Ann Example'],
  ['a.example', 'Ann Example'],
  ['aexample@orchard.example', 'Ann Example'],
  ['user:default/ben', 'Ben Sample'],
  ['example-ann', 'Ann Example'],
  ['ORCHARD\\svc', null],
  ['a', null],
  ['', null],
])('%s may be %s', (text, name) => {
  const people = ['Ann Example', 'Ben Sample', 'Alex Other'].map((each) => ({ id: each, name: each }))
  expect(likelyPerson(text, people)?.name ?? null).toBe(name)
})
